import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { beforeBack, openAbove } from '#web/platform/router/location.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

function openDialog(onConfirm: () => Promise<string | undefined>) {
  const onClose = vi.fn<() => void>()
  render(
    <ConfirmDialog
      title="Delete it?"
      action="Delete"
      busy="Deleting…"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>For good.</p>
    </ConfirmDialog>,
  )
  return onClose
}

it('does it once, however often it is pressed, and closes', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const onConfirm = vi.fn<() => Promise<string | undefined>>(() => promise)
  const onClose = openDialog(onConfirm)
  expect(screen.getByRole('dialog', { name: 'Delete it?' })).toBeTruthy()
  await press('Delete')
  await press('Deleting…')
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
  resolve(undefined)
  await expect.poll(() => onClose).toHaveBeenCalledTimes(1)
})

it('stays when it failed, says why, and can be confirmed again', async () => {
  const onConfirm = vi.fn<() => Promise<string | undefined>>().mockResolvedValueOnce('No network')
  const onClose = openDialog(onConfirm)
  await press('Delete')
  expect((await screen.findByText('No network')).role).toBe('alert')
  expect(onClose).not.toHaveBeenCalled()
  await press('Delete')
  await expect.poll(() => onClose).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('No network')).toBeNull()
})

it('does nothing when it is cancelled', async () => {
  const onConfirm = vi.fn<() => Promise<string | undefined>>()
  const onClose = openDialog(onConfirm)
  await press('Cancel')
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(onConfirm).not.toHaveBeenCalled()
})

it('closes when the person goes back, on the same page', async () => {
  const onConfirm = vi.fn<() => Promise<string | undefined>>()
  history.replaceState({ usr: null, key: 'page' }, '', '/dashboard')
  const onClose = openDialog(onConfirm)
  expect(history.state).toMatchObject({ key: 'page' })
  // As the router does.
  addEventListener('popstate', () => beforeBack.call(), { once: true })
  history.back()
  await expect.poll(() => onClose).toHaveBeenCalledTimes(1)
  expect(location.pathname).toBe('/dashboard')
  expect(onConfirm).not.toHaveBeenCalled()
})

it('leaves no entry in the history when it is closed otherwise', async () => {
  history.replaceState({ usr: null, key: 'page' }, '', '/dashboard')
  openDialog(vi.fn<() => Promise<string | undefined>>())
  expect(openAbove()).toBeDefined()
  cleanup()
  await expect.poll(openAbove).toBeUndefined()
  expect(history.state).toEqual({ usr: null, key: 'page' })
})
