import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, showToast, toastStore } from './toast.ts'
import { showUndo, undoShown } from './undo-toast.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id)
})

const titles = () => toastStore.read().map(({ title }) => title)

it('deletes its undo and checks no page once it disappears', () => {
  showUndo('Deleted', () => undefined)
  for (const { id } of toastStore.read()) dismissToast(id)
  const look = vi.spyOn(document, 'querySelector')
  vi.runAllTimers()
  expect(look).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

it('offers the action before the newest once that one is taken back', () => {
  const undone: string[] = []
  for (const title of ['First', 'Second', 'Third']) showUndo(title, () => undone.push(title), 55_000)
  expect(titles()).toEqual(['Third'])
  undoShown()
  expect(titles()).toEqual(['Second'])
  undoShown()
  undoShown()
  undoShown()
  expect(undone).toEqual(['Third', 'Second', 'First'])
  expect(titles()).toEqual([])
})

it('offers each action only until its own time ends', () => {
  const undone: string[] = []
  const show = (title: string) => showUndo(title, () => undone.push(title), 55_000)
  show('First')
  vi.advanceTimersByTime(30_000)
  show('Second')
  vi.advanceTimersByTime(26_000)
  expect(titles()).toEqual(['Second'])
  undoShown()
  expect(titles()).toEqual([])
  show('Third')
  vi.advanceTimersByTime(30_000)
  show('Fourth')
  undoShown()
  expect(titles()).toEqual(['Third'])
  vi.advanceTimersByTime(25_000)
  expect(titles()).toEqual([])
  expect(undone).toEqual(['Second', 'Fourth'])
})

it('offers no earlier action once the newest toast is dismissed, and stays beside other toasts', () => {
  showUndo('First', () => undefined)
  showUndo('Second', () => undefined)
  for (const title of ['One', 'Two', 'Three']) showToast(title)
  expect(titles()).toEqual(['Second', 'Two', 'Three'])
  const [offer] = toastStore.read()
  if (offer) dismissToast(offer.id)
  undoShown()
  expect(titles()).toEqual(['Two', 'Three'])
})
