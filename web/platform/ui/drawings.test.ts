import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DrawingName } from './Drawing.tsx'

const FOLDER = join(import.meta.dirname, '../../public/drawings')
const WEB = join(import.meta.dirname, '../..')
const MAX_BYTES = 1024
const NAMES: Record<DrawingName, true> = {
  bird: true,
  boat: true,
  calabash: true,
  drum: true,
  'head-pan': true,
  kente: true,
  kiosk: true,
  phone: true,
  scales: true,
  stall: true,
  stool: true,
  trotro: true,
}

describe('a drawing', () => {
  it('has a file for each name', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(NAMES).map((name) => `${name}.svg`))
  })

  it('is shown by a screen', () => {
    const screens = globSync('**/*.tsx', { cwd: WEB }).map((file) => readFileSync(join(WEB, file), 'utf8'))
    const shown = screens.join('').matchAll(/(?:drawing=|<Drawing name=)"([\w-]+)"/g)
    expect(new Set(Array.from(shown, ([, name]) => name))).toEqual(new Set(Object.keys(NAMES)))
  })

  it.each(Object.keys(NAMES))('is small, square and loads nothing: %s', (name) => {
    const text = readFileSync(join(FOLDER, `${name}.svg`), 'utf8')
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES)
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 96 96"/)
    expect(text).not.toMatch(/<script|href|url\((?!#)|\son\w+=/)
  })
})
