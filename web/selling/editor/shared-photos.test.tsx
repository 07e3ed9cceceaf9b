import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PhotoUploader } from '#web/photos/uploading/photo-uploader.ts'
import { SharedPhotos } from './SharedPhotos.tsx'

/** Photos that the worker stored, reduced to what the form reads. */
function stubStored(sender: string) {
  const headers = { 'X-Shared-By': sender, 'X-Shared-At': String(Date.now()), 'X-File-Name': 'bag.jpg' }
  const forgotten = vi.fn<() => Promise<boolean>>(async () => true)
  const cache = {
    keys: async () => ['/shared-photos/0'],
    match: async () => new Response('pixels', { headers }),
  }
  URL.createObjectURL = () => 'blob:bag'
  URL.revokeObjectURL = () => undefined
  vi.stubGlobal('caches', { has: async () => true, open: async () => cache, delete: forgotten })
  return forgotten
}

function renderForm() {
  const add = vi.fn<(files: File[]) => void>()
  render(<SharedPhotos uploader={{ add } as unknown as PhotoUploader} />)
  return () => add.mock.calls.flat(2).map(({ name }) => name)
}

it('adds the photos that the phone shared', async () => {
  const forgotten = stubStored('phone')
  const added = renderForm()
  await expect.poll(added).toEqual(['bag.jpg'])
  expect(forgotten).toHaveBeenCalledOnce()
})

it.each([
  ['Add to the listing', ['bag.jpg']],
  ['Remove', []],
])('waits for a tap if another site may have sent them: %s', async (button, expected) => {
  const forgotten = stubStored('unknown')
  const added = renderForm()
  const choice = await screen.findByRole('button', { name: button })
  expect(screen.getByRole('img', { name: 'bag.jpg' }).getAttribute('src')).toBe('blob:bag')
  expect([added(), forgotten.mock.calls]).toEqual([[], []])
  fireEvent.click(choice)
  expect(added()).toEqual(expected)
  expect(forgotten).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})
