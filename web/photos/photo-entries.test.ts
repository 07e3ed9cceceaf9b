import { describe, expect, it } from 'vitest'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { moveItem, photoEntries, type Upload, wantedOrder } from './photo-entries.ts'

const picture = { src: '/photos/product-images/p/1', width: 1280, height: 960, thumbhash: 'AAAA' }
const own = (id: string, more: Partial<OwnPhoto> = {}): OwnPhoto => ({
  id,
  clientKey: `key-${id}`,
  fileName: `${id}.jpg`,
  state: 'ready',
  photo: picture,
  refusal: null,
  ...more,
})
const uploadsOf = (...uploads: { key: string; replaces?: string }[]): Upload[] =>
  uploads.map(({ key, replaces = null }) => ({
    key,
    id: null,
    name: `${key}.jpg`,
    photo: null,
    preview: null,
    isRemoving: false,
    replaces,
    state: 'pending',
    progress: 0,
    message: null,
    isWaiting: false,
    canRetry: false,
    isPassing: false,
    isFault: false,
  }))
const entriesOf = (sources: {
  photos?: OwnPhoto[]
  uploads?: Upload[]
  order?: string[]
  removing?: string[]
}) =>
  photoEntries({
    photos: sources.photos ?? [],
    uploads: sources.uploads ?? [],
    order: sources.order ?? [],
    previews: new Map([['a', 'blob:a']]),
    removing: new Set(sources.removing),
  })
const keysOf = (sources: Parameters<typeof entriesOf>[0]) => entriesOf(sources).map(({ key }) => key)

describe('photos and uploads as one list', () => {
  it('shows uploads after the stored photos', () => {
    expect(keysOf({ photos: [own('1')], uploads: uploadsOf({ key: 'a' }) })).toEqual(['key-1', 'a'])
  })

  it('shows a finished upload once, as its photo', () => {
    const [entry, ...others] = entriesOf({
      photos: [own('1', { clientKey: 'a', state: 'preparing', photo: null })],
      uploads: uploadsOf({ key: 'a' }),
    })
    expect(others).toEqual([])
    expect(entry).toMatchObject({ key: 'a', id: '1', state: 'success', photo: null, preview: 'blob:a' })
  })

  it('shows an upload at the position of the photo it replaces', () => {
    const photos = [own('1'), own('2')]
    expect(keysOf({ photos, uploads: uploadsOf({ key: 'a', replaces: '1' }) })).toEqual(['a', 'key-2'])
    expect(keysOf({ photos, uploads: uploadsOf({ key: 'a', replaces: 'gone' }) })).toEqual([
      'key-1',
      'key-2',
      'a',
    ])
  })

  it('shows why the server refused a photo', () => {
    const [entry] = entriesOf({
      photos: [own('1', { state: 'refused', photo: null, refusal: 'picture-damaged' })],
    })
    expect(entry).toMatchObject({ state: 'error', message: 'The picture is damaged. Choose another one.' })
  })

  it('names photos without a key or name', () => {
    const [entry] = entriesOf({ photos: [own('1', { clientKey: null, fileName: null })], removing: ['1'] })
    expect(entry).toMatchObject({ key: '1', name: 'Photo', isRemoving: true })
  })

  it("keeps the person's order and adds new photos at the end", () => {
    const photos = [own('1'), own('2'), own('3')]
    expect(keysOf({ photos, uploads: uploadsOf({ key: 'a' }), order: ['a', 'key-2'] })).toEqual([
      'a',
      'key-2',
      'key-1',
      'key-3',
    ])
  })
})

describe('the order to send to the server', () => {
  const photos = [own('1'), own('2')]
  it.each([
    ['nothing without a chosen order', [], undefined],
    ['nothing if it is unchanged', ['key-1', 'gone', 'key-2'], undefined],
    ['every photo once if it differs', ['key-2', 'key-1'], ['2', '1']],
  ])('is %s', (_, order, expected) => {
    expect(wantedOrder(photos, order)).toEqual(expected)
  })
})

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [-1, 1, 'abc'],
])('moves position %i to position %i', (from, to, expected) => {
  expect(moveItem(['a', 'b', 'c'], from, to).join('')).toBe(expected)
})
