import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { signInAs } from '#testing/accounts/session.ts'
import { ApiProvider } from '#web/platform/api/api-context.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { Toaster } from '#web/platform/ui/toasts/Toaster.tsx'
import { BulkUploader } from '#web/photos/editor/BulkUploader.tsx'
import { PhotoManager } from './PhotoManager.tsx'
import { usePhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'

const PRODUCT = '01930000-0000-7000-8000-0000000000aa'
const idOf = (number: number) => `01930000-0000-7000-8000-00000000000${number}`
const own = (number: number): OwnPhoto => ({
  id: idOf(number),
  clientKey: null,
  fileName: `IMG_${number}.jpg`,
  state: 'ready',
  photo: { src: `/photos/${number}`, width: 1280, height: 960, thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A' },
  refusal: null,
})

let stored: OwnPhoto[]
let calls: { method?: string; path: string; body: unknown }[]

const api = createApiClient({
  accessToken: async () => 'a.b.c',
  async fetch(path, init) {
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as { photos: string[] }) : undefined
    calls.push({ method: init?.method, path, body })
    if (init?.method === 'DELETE') stored = stored.filter(({ id }) => !path.endsWith(id))
    else if (path.endsWith('/assign')) {
      stored = stored.filter(({ id }) => !body?.photos.includes(id))
      return Response.json({ productId: PRODUCT })
    } else if (init?.method === 'PUT')
      stored = (body?.photos ?? []).flatMap((id) => stored.find((photo) => photo.id === id) ?? [])
    return Response.json({ photos: stored })
  },
})

function Listing() {
  const uploads = usePhotoUploads({
    personId: 'ama',
    group: 'ama draft',
    most: 5,
    tooMany: 'Maximum 5 images allowed',
    photos: stored,
    product: async () => PRODUCT,
    list: async () => stored,
  })
  return <PhotoManager uploads={uploads} label="Photos of this listing" />
}

const show = (screenOf: ReactNode) =>
  render(
    <ApiProvider value={api}>
      {screenOf}
      <Toaster />
    </ApiProvider>,
  )

const names = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => /IMG_\d/.exec(item.textContent)?.[0])
const choose = (files: File[]) =>
  userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Photo files'), files)

beforeEach(() => {
  signInAs('ama')
  calls = []
  stored = [own(1), own(2), own(3)]
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

it('moves photos by keys and buttons and announces it', async () => {
  show(<Listing />)
  expect(screen.getByText('Primary').closest('li')?.textContent).toContain('IMG_1')
  screen.getByRole('button', { name: /^Move photo 3 of 3/ }).focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(names()).toEqual(['IMG_1', 'IMG_3', 'IMG_2'])
  expect(screen.getByText('Photo 3 moved to place 2 of 3')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move photo 2 of 3/)
  await userEvent.click(screen.getByRole('button', { name: 'Move photo 2 towards the front' }))
  expect(names()).toEqual(['IMG_3', 'IMG_1', 'IMG_2'])
  await waitFor(() => expect(stored.map(({ id }) => id)).toEqual([idOf(3), idOf(1), idOf(2)]))
  expect(calls.at(-1)).toMatchObject({ method: 'PUT', path: `/api/selling/products/${PRODUCT}/photos` })
})

it('stops at the ends', async () => {
  show(<Listing />)
  await userEvent.click(screen.getByRole('button', { name: 'Move photo 1 towards the front' }))
  await userEvent.click(screen.getByRole('button', { name: 'Move photo 3 towards the end' }))
  expect(names()).toEqual(['IMG_1', 'IMG_2', 'IMG_3'])
  expect(calls).toEqual([])
})

it('removes a photo and moves the focus to the next', async () => {
  show(<Listing />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 2' }))
  await waitFor(() => expect(names()).toEqual(['IMG_1', 'IMG_3']))
  expect(calls).toEqual([{ method: 'DELETE', path: `/api/selling/photos/${idOf(2)}`, body: undefined }])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove photo 2')
})

it('lists skipped files with reasons until that is dismissed', async () => {
  show(<Listing />)
  const files = ['IMG_8.heic', 'bag & shoe.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }))
  await choose([...files, new File(['x'], 'note.txt', { type: 'text/plain' })])
  expect(screen.getByText('3 files were skipped')).toBeTruthy()
  expect(
    screen.getByText('IMG_8.heic: The file name must end with its type, such as .jpg or .png.'),
  ).toBeTruthy()
  expect(screen.getByText(/^bag & shoe\.jpg: Rename the file/)).toBeTruthy()
  expect(screen.getByText('note.txt: Choose a JPEG, PNG, WebP or GIF picture.')).toBeTruthy()
  expect(toastStore.read()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('3 files were skipped')).toBeNull()
})

it('accepts no more than five photos', async () => {
  stored = [1, 2, 3, 4, 5].map(own)
  show(<Listing />)
  expect(screen.getByRole('button', { name: 'All 5 photos added' })).toHaveProperty('disabled', true)
  await choose([new File(['x'], 'more.jpg', { type: 'image/jpeg' })])
  expect(screen.getByText('more.jpg: Maximum 5 images allowed')).toBeTruthy()
  expect(toastStore.read()[0]).toMatchObject({
    title: 'Too many images',
    detail: 'Maximum 5 images allowed',
  })
})

const showBulk = (listingRoom: number, onListingChanged = () => undefined) =>
  show(
    <BulkUploader
      personId="ama"
      group="bulk ama"
      onState={() => undefined}
      listingRoom={listingRoom}
      listing={async () => PRODUCT}
      onListingChanged={onListingChanged}
      draftPath={(id) => `/edit-product/${id}`}
    />,
  )

it('adds selected photos to the listing, up to its limit', async () => {
  const changed = vi.fn()
  showBulk(1, changed)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select photo 1, IMG_1.jpg' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select photo 3, IMG_3.jpg' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add to this listing' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Maximum 5 images allowed')
  expect(changed).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select photo 1, IMG_1.jpg' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add to this listing' }))
  await waitFor(() => expect(changed).toHaveBeenCalledOnce())
  const assigned = calls.find(({ path }) => path.endsWith('/assign'))
  expect(assigned?.body).toEqual({ photos: [idOf(3)], productId: PRODUCT })
  expect(names()).toEqual(['IMG_1', 'IMG_2'])
})

it('alerts that more than twenty photos are too many', async () => {
  showBulk(5)
  await screen.findByRole('checkbox', { name: 'Select photo 1, IMG_1.jpg' })
  stored = []
  await choose(
    Array.from({ length: 18 }, (_, index) => new File(['x'], `new ${index}.jpg`, { type: 'image/jpeg' })),
  )
  const alert = screen.getByRole('alertdialog', { name: 'Too many images' })
  expect(alert.textContent).toContain('Maximum 20 photos at once.')
  expect(screen.getByText(/^new 17\.jpg: Maximum 20 photos/)).toBeTruthy()
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
