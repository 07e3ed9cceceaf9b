import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '#contract/problem.ts'
import { choosePhotoFiles, type PhotoFile, photoFileProblem } from './check-photo-file.ts'

const MEGABYTE = 1024 * 1024
const file = (name: string, more: Partial<PhotoFile> = {}): PhotoFile => ({
  name,
  type: 'image/jpeg',
  size: 3 * MEGABYTE,
  lastModified: 1,
  ...more,
})

describe('a photo file', () => {
  it.each([
    file('IMG_20260101_120000.jpg'),
    file('image.jpg', { size: 10 * MEGABYTE }),
    file('image.png', { type: 'image/png' }),
    file('IMG-20260101-WA0001.jpeg', { type: 'image/jpg' }),
    file('photo (1).webp', { type: 'image/webp' }),
    file('photo.GIF', { type: 'image/gif' }),
    file('untyped.jpg', { type: '' }),
  ])('is accepted: $name of type "$type"', (photo) => {
    expect(photoFileProblem(photo)).toBeUndefined()
  })

  it.each([
    ['a HEIC', file('IMG_1.heic', { type: 'image/heic' }), 'Choose a JPEG, PNG, WebP or GIF picture.'],
    ['an SVG', file('logo.svg', { type: 'image/svg+xml' }), 'Choose a JPEG, PNG, WebP or GIF picture.'],
    ['no picture', file('notes.txt', { type: '' }), 'Choose a JPEG, PNG, WebP or GIF picture.'],
    ['another ending', file('a.png'), 'The file name must end with its type, such as .jpg or .png.'],
    ['no ending', file('image'), 'The file name must end with its type, such as .jpg or .png.'],
    ['a special character', file('bag & shoe.jpg'), PROBLEMS['picture-name'].message],
    ['nothing in it', file('a.jpg', { size: 0 }), 'The file is empty.'],
    [
      'a byte too much',
      file('a.jpg', { size: 10 * MEGABYTE + 1 }),
      'The picture is larger than 10 MB. Choose a smaller one.',
    ],
  ])('is skipped because of %s', (_, photo, reason) => {
    expect(photoFileProblem(photo)).toBe(reason)
  })
})

describe('a choice of files', () => {
  const none = { taken: [], room: 5, tooMany: 'Maximum 5 images allowed' }

  it('keeps the files in their order', () => {
    const files = [file('a.jpg'), file('b.jpg')]
    expect(choosePhotoFiles(files, none)).toEqual({ accepted: files, skipped: [], hasTooMany: false })
  })

  it('skips files one by one, each with its reason', () => {
    const { accepted, skipped, hasTooMany } = choosePhotoFiles(
      [file('a.jpg'), file('IMG_1.heic', { type: 'image/heic' }), file('b.jpg')],
      none,
    )
    expect(accepted.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg'])
    expect(skipped).toEqual([{ name: 'IMG_1.heic', reason: 'Choose a JPEG, PNG, WebP or GIF picture.' }])
    expect(hasTooMany).toBe(false)
  })

  it('recognises files again by name, size and date', () => {
    const taken = [file('a.jpg')]
    const again = choosePhotoFiles([file('a.jpg'), file('b.jpg'), file('b.jpg')], { ...none, taken })
    expect(again.accepted.map(({ name }) => name)).toEqual(['b.jpg'])
    expect(again.skipped).toEqual([
      { name: 'a.jpg', reason: 'You already chose this file.' },
      { name: 'b.jpg', reason: 'You already chose this file.' },
    ])
    const captures = [file('image.jpg', { lastModified: 2 }), file('image.jpg', { lastModified: 3 })]
    expect(choosePhotoFiles(captures, { ...none, taken }).accepted).toEqual(captures)
  })

  it('skips files beyond the limit, not counting skipped ones', () => {
    const files = [file('a.txt', { type: 'text/plain' }), file('b.jpg'), file('c.jpg'), file('d.jpg')]
    const { accepted, skipped, hasTooMany } = choosePhotoFiles(files, { ...none, room: 2 })
    expect(accepted.map(({ name }) => name)).toEqual(['b.jpg', 'c.jpg'])
    expect(skipped.at(-1)).toEqual({ name: 'd.jpg', reason: 'Maximum 5 images allowed' })
    expect(hasTooMany).toBe(true)
  })
})
