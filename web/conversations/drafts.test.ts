// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetDrafts, keepDraft, readDraft } from './drafts.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('keeps what was typed, by person and conversation', () => {
  keepDraft('ama', 'c1', 'Hello')
  expect(readDraft('ama', 'c1')).toBe('Hello')
  expect(readDraft('ama', 'c2')).toBe('')
  expect(readDraft('kofi', 'c1')).toBe('')
  keepDraft('ama', 'c1', '')
  expect(localStorage).toHaveLength(0)
})

it('keeps fifty, the newest', () => {
  for (let place = 0; place < 52; place += 1) {
    keepDraft('ama', `c${place}`, 'Hello')
    vi.advanceTimersByTime(1000)
  }
  expect(localStorage).toHaveLength(50)
  expect(readDraft('ama', 'c1')).toBe('')
  expect(readDraft('ama', 'c51')).toBe('Hello')
})

it('forgets those of others, or all', () => {
  keepDraft('ama', 'c1', 'Hello')
  keepDraft('kofi', 'c1', 'Hello')
  localStorage.setItem('sankofa.session', 'x')
  forgetDrafts('ama')
  expect(readDraft('ama', 'c1')).toBe('Hello')
  expect(readDraft('kofi', 'c1')).toBe('')
  forgetDrafts()
  expect(Object.keys(localStorage)).toEqual(['sankofa.session'])
})

it('survives what it cannot read', () => {
  localStorage.setItem('sankofa.draft.ama.c1', '{')
  expect(readDraft('ama', 'c1')).toBe('')
})
