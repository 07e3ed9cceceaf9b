import { beforeEach, expect, it, vi } from 'vitest'
import { createTypingSignal, createTypingWatch } from './typing-signal.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

function signal() {
  const emitted: boolean[] = []
  return { emitted, ...createTypingSignal((typing) => emitted.push(typing)) }
}

it('emits once when typing begins, not with every key', () => {
  const { emitted, typed } = signal()
  typed('H')
  typed('He')
  typed('Hel')
  expect(emitted).toEqual([true])
})

it('stops when the input is empty', () => {
  const { emitted, typed } = signal()
  typed('H')
  typed('')
  typed('')
  expect(emitted).toEqual([true, false])
})

it('stops on blur and on send, only if typing was emitted', () => {
  const { emitted, typed, stop } = signal()
  stop()
  expect(emitted).toEqual([])
  typed('H')
  stop()
  stop()
  expect(emitted).toEqual([true, false])
})

it('stops three seconds after the last key', () => {
  const { emitted, typed } = signal()
  typed('H')
  vi.advanceTimersByTime(1400)
  typed('He')
  vi.advanceTimersByTime(2999)
  expect(emitted).toEqual([true])
  vi.advanceTimersByTime(1)
  expect(emitted).toEqual([true, false])
})

it('starts again after a stop', () => {
  const { emitted, typed, stop } = signal()
  typed('H')
  stop()
  typed('Hi')
  expect(emitted).toEqual([true, false, true])
})

it('repeats while typing continues, so that it does not expire', () => {
  const { emitted, typed } = signal()
  for (let key = 0; key < 10; key += 1) {
    typed('x'.repeat(key + 1))
    vi.advanceTimersByTime(500)
  }
  expect(emitted).toEqual([true, true, true, true])
})

it('expires for the other person if no end is emitted', () => {
  const shown: boolean[] = []
  const receive = createTypingWatch((typing) => shown.push(typing))
  receive(true)
  vi.advanceTimersByTime(5000)
  receive(true)
  vi.advanceTimersByTime(5999)
  expect(shown).toEqual([true, true])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([true, true, false])
  receive(true)
  receive(false)
  vi.advanceTimersByTime(60_000)
  expect(shown.slice(3)).toEqual([true, false])
})
