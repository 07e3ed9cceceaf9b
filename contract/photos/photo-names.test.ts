import { describe, expect, it } from 'vitest'
import { isPhotoName, photoNameAs, findPhotoType } from './photo-names.ts'

describe('photo names', () => {
  it.each([
    'IMG_20260101_120000.jpg',
    'image.jpg',
    'image.png',
    'WhatsApp Image 2026-01-01 at 12.00.00 (2).jpeg',
    'Screenshot 2026-01-01 at 9.41.00\u202fAM.png',
    'Kɛntɛ ntoma.webp',
    'Cafe\u0301.gif',
  ])('%s is accepted', (name) => {
    expect(isPhotoName(name)).toBe(true)
  })

  it.each([
    '',
    'a/b.jpg',
    'a\\b.jpg',
    'a<b>.jpg',
    'a\nb.jpg',
    'a\0.jpg',
    'a"b.jpg',
    'a&b.jpg',
    '50%.jpg',
    '😀.jpg',
  ])('%j is refused', (name) => {
    expect(isPhotoName(name)).toBe(false)
  })

  it('are refused beyond 200 characters', () => {
    expect(isPhotoName(`${'a'.repeat(196)}.jpg`)).toBe(true)
    expect(isPhotoName(`${'a'.repeat(197)}.jpg`)).toBe(false)
  })

  it.each([
    ['a.jpg', 'image/jpeg'],
    ['a.JPEG', 'image/jpeg'],
    ['a.b.png', 'image/png'],
    ['a.webp', 'image/webp'],
    ['a.gif', 'image/gif'],
    ['a.heic', undefined],
    ['a.jpg.exe', undefined],
    ['jpg', undefined],
    ['.jpg', undefined],
  ])('%s has the type %s', (name, type) => {
    expect(findPhotoType(name)).toBe(type)
  })

  it.each([
    ['bag.png', 'bag.jpg'],
    ['bag.JPEG', 'bag.JPEG'],
    ['bag.old.webp', 'bag.old.jpg'],
  ])('%s becomes %s as a JPEG', (name, expected) => {
    expect(photoNameAs(name, 'image/jpeg')).toBe(expected)
  })
})
