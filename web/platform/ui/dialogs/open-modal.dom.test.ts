import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beforeBack, openAbove } from '#web/platform/router/location.ts'
import { openModal } from './open-modal.ts'

const goBack = () => beforeBack.call()
const popped = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

beforeEach(() => addEventListener('popstate', goBack))
afterEach(() => {
  removeEventListener('popstate', goBack)
  document.body.replaceChildren()
})

function addDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  return dialog
}

function openOne() {
  const dialog = addDialog()
  openModal(dialog)
  return dialog
}

it('opens a dialog that Back closes', async () => {
  const dialog = openOne()
  expect(dialog.open).toBe(true)
  const back = popped()
  history.back()
  await back
  expect(dialog.open).toBe(false)
  expect(openAbove()).toBeUndefined()
})

it('removes its history entry when it closes in another way', async () => {
  const dialog = openOne()
  const back = popped()
  dialog.close()
  await back
  expect(openAbove()).toBeUndefined()
})

it('passes its history entry to the dialog that opens as it closes', async () => {
  const first = openOne()
  const { length } = history
  vi.useFakeTimers()
  const closed = new Promise((resolve) => first.addEventListener('close', resolve))
  first.close()
  const second = openOne()
  await closed
  const steps = vi.spyOn(history, 'back')
  vi.runAllTimers()
  vi.useRealTimers()
  expect(steps).not.toHaveBeenCalled()
  expect([second.open, history.length]).toEqual([true, length])
  const back = popped()
  history.back()
  await back
  expect([first.open, second.open]).toEqual([false, false])
  expect(openAbove()).toBeUndefined()
})
