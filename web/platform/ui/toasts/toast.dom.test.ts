import { expect, it, vi } from 'vitest'
import { dismissToast, toastStore } from './toast.ts'
import { showUndo } from './undo-toast.ts'

it('deletes its undo and checks no page once it disappears', () => {
  vi.useFakeTimers()
  showUndo('Deleted', () => undefined)
  for (const { id } of toastStore.read()) dismissToast(id)
  const look = vi.spyOn(document, 'querySelector')
  vi.runAllTimers()
  expect(look).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
