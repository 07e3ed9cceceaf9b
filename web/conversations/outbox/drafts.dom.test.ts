import { beforeEach, expect, it, vi } from 'vitest'
import { deleteDrafts, saveDraft, readDraft } from './drafts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

it('stores typed text by person and conversation', () => {
  saveDraft('ama', 'c1', 'Hello')
  expect(readDraft('ama', 'c1')).toBe('Hello')
  expect(readDraft('ama', 'c2')).toBe('')
  expect(readDraft('kofi', 'c1')).toBe('')
  saveDraft('ama', 'c1', '')
  expect(localStorage).toHaveLength(0)
})

it('keeps the newest fifty', () => {
  for (let index = 0; index < 52; index += 1) {
    saveDraft('ama', `c${index}`, 'Hello')
    vi.advanceTimersByTime(1000)
  }
  expect(localStorage).toHaveLength(50)
  expect(readDraft('ama', 'c1')).toBe('')
  expect(readDraft('ama', 'c51')).toBe('Hello')
})

it("deletes other people's drafts, or all", () => {
  saveDraft('ama', 'c1', 'Hello')
  saveDraft('kofi', 'c1', 'Hello')
  localStorage.setItem('sankofa.session', 'x')
  deleteDrafts('ama')
  expect(readDraft('ama', 'c1')).toBe('Hello')
  expect(readDraft('kofi', 'c1')).toBe('')
  deleteDrafts()
  expect(Object.keys(localStorage)).toEqual(['sankofa.session'])
})

it('ignores unreadable data', () => {
  localStorage.setItem('sankofa.draft.ama.c1', '{')
  expect(readDraft('ama', 'c1')).toBe('')
})
