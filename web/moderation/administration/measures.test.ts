import { expect, it } from 'vitest'
import { formatBytes, formatDuration } from './measures.ts'

it.each([
  [0, '0 kB'],
  [8192, '8.2 kB'],
  [12_400_000, '12 MB'],
  [1_240_000_000, '1.2 GB'],
  [9e15, '9,000 TB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en-GH').replaceAll(' ', ' ')).toBe(text)
})

it.each([
  [0.4, '0 s'],
  [59, '59 s'],
  [90, '2 min'],
  [7200, '2 h'],
  [3 * 86_400, '3 days'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
