import { afterEach, beforeEach, expect, it } from 'vitest'
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

async function openOne() {
  const dialog = addDialog()
  openModal(dialog)
  await expect.poll(openAbove).toBeDefined()
  return dialog
}

it('opens a dialog that Back closes', async () => {
  const dialog = await openOne()
  expect(dialog.open).toBe(true)
  const back = popped()
  history.back()
  await back
  expect(dialog.open).toBe(false)
  expect(openAbove()).toBeUndefined()
})

it('takes its entry out of the history when it closes otherwise', async () => {
  const dialog = await openOne()
  const back = popped()
  dialog.close()
  await back
  expect(openAbove()).toBeUndefined()
})

it('gives its entry to the dialog that opens as it closes', async () => {
  const first = await openOne()
  const { length } = history
  const second = addDialog()
  first.close()
  openModal(second)
  const name = openAbove()
  await expect.poll(openAbove).not.toBe(name)
  expect(history.length).toBe(length)
  const back = popped()
  history.back()
  await back
  expect([first.open, second.open]).toEqual([false, false])
  expect(openAbove()).toBeUndefined()
})

it('leaves the history alone where the dialog has closed before the code is there', async () => {
  const dialog = addDialog()
  const { length } = history
  openModal(dialog)
  dialog.close()
  await import('#web/platform/router/close-on-back.ts')
  await Promise.resolve()
  expect([openAbove(), history.length]).toEqual([undefined, length])
})
