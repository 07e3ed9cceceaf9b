import { expect, it, vi } from 'vitest'
import { dismissToast, showUndo, toastStore } from './toast.ts'

it('forgets what could be undone once it is gone, and looks at no page for it', () => {
  vi.useFakeTimers()
  showUndo('Deleted', () => undefined)
  for (const { id } of toastStore.read()) dismissToast(id)
  const look = vi.spyOn(document, 'querySelector')
  vi.runAllTimers()
  expect(look).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
