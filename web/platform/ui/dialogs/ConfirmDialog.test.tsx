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

it('confirms once despite repeated presses and closes', async () => {
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

it('stays open after a failure, shows why and can be confirmed again', async () => {
  const onConfirm = vi.fn<() => Promise<string | undefined>>().mockResolvedValueOnce('No network')
  const onClose = openDialog(onConfirm)
  await press('Delete')
  expect((await screen.findByText('No network')).role).toBe('alert')
  expect(onClose).not.toHaveBeenCalled()
  await press('Delete')
  await expect.poll(() => onClose).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('No network')).toBeNull()
})

it('does nothing if cancelled', async () => {
  const onConfirm = vi.fn<() => Promise<string | undefined>>()
  const onClose = openDialog(onConfirm)
  await press('Cancel')
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(onConfirm).not.toHaveBeenCalled()
})

it('closes on Back and stays on the page', async () => {
  const onConfirm = vi.fn<() => Promise<string | undefined>>()
  history.replaceState({ usr: null, key: 'page' }, '', '/dashboard')
  const onClose = openDialog(onConfirm)
  expect(history.state).toMatchObject({ key: 'page' })
  // The router does the same.
  addEventListener('popstate', () => beforeBack.call(), { once: true })
  history.back()
  await expect.poll(() => onClose).toHaveBeenCalledTimes(1)
  expect(location.pathname).toBe('/dashboard')
  expect(onConfirm).not.toHaveBeenCalled()
})

it('leaves no history entry if closed in another way', async () => {
  history.replaceState({ usr: null, key: 'page' }, '', '/dashboard')
  openDialog(vi.fn<() => Promise<string | undefined>>())
  expect(openAbove()).toBeDefined()
  cleanup()
  await expect.poll(openAbove).toBeUndefined()
  expect(history.state).toEqual({ usr: null, key: 'page' })
})
