import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { signInAs } from '#testing/accounts/session.ts'
import { ApiProvider } from '#web/platform/api/api-context.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { PhotoTray } from './PhotoTray.tsx'
import { usePhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'

const own = (number: number): OwnPhoto => ({
  id: `01930000-0000-7000-8000-00000000000${number}`,
  clientKey: null,
  fileName: `IMG_${number}.jpg`,
  state: 'ready',
  photo: { src: `/photos/${number}`, width: 1280, height: 960, thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A' },
  refusal: null,
})

let stored: OwnPhoto[]
const onOpen = vi.fn<() => void>()
const onFirst = vi.fn<() => void>()
const api = createApiClient({
  accessToken: async () => 'a.b.c',
  async fetch(path, init) {
    if (init?.method === 'DELETE') stored = stored.filter(({ id }) => !path.endsWith(id))
    return Response.json({ photos: stored })
  },
})

function Tray() {
  const uploads = usePhotoUploads({
    personId: 'ama',
    group: 'ama tray',
    most: 5,
    tooMany: 'Maximum 5 images allowed',
    photos: stored,
    product: async () => '01930000-0000-7000-8000-0000000000aa',
    list: async () => stored,
  })
  return <PhotoTray uploads={uploads} onOpen={onOpen} onFirst={onFirst} />
}

const show = (photos: number) => {
  stored = Array.from({ length: photos }, (_, index) => own(index + 1))
  render(
    <ApiProvider value={api}>
      <Tray />
    </ApiProvider>,
  )
}
const tray = () => within(screen.getByRole('region', { name: 'Photos' }))

beforeEach(() => {
  signInAs('ama')
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
afterEach(() => {
  onOpen.mockReset()
  onFirst.mockReset()
})

it('removes a photo, announces it and moves the focus to the next', async () => {
  show(3)
  expect(tray().getByText('3 of 5')).toBeTruthy()
  await userEvent.click(tray().getByRole('button', { name: 'Remove photo 2 of 3' }))
  expect(await tray().findByText('2 of 5')).toBeTruthy()
  expect(tray().getByText('Photo 2 removed')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove photo 2 of 2')
})

it('says while it is empty that the first photo is the cover, and reports the first ones', async () => {
  show(0)
  expect(tray().getByRole('button', { name: /^Add photos Up to 5. The first is the cover/ })).toBeTruthy()
  const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
  await userEvent.upload(tray().getByLabelText('Photos to add'), file('front.jpg'))
  expect(await tray().findByText('1 of 5')).toBeTruthy()
  expect(onFirst).toHaveBeenCalledOnce()
  await userEvent.upload(tray().getByLabelText('Photos to add'), file('back.jpg'))
  expect(onFirst).toHaveBeenCalledOnce()
})

it('opens the page where photos are ordered and edited', async () => {
  show(1)
  await userEvent.click(tray().getByRole('button', { name: 'Photo 1 of 1: move or edit' }))
  expect(onOpen).toHaveBeenCalledOnce()
})

it('offers no more photos once it is full', async () => {
  show(5)
  expect(tray().queryByRole('button', { name: 'Add photos' })).toBeNull()
})

it('says which chosen files are no photos', async () => {
  show(1)
  const file = new File(['words'], 'letter.txt', { type: 'text/plain' })
  await userEvent.setup({ applyAccept: false }).upload(tray().getByLabelText('Photos to add'), file)
  expect(await tray().findByText('1 file was skipped')).toBeTruthy()
})
