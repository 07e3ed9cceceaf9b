import { describe, expect, it } from 'vitest'
import type { PhotoRow } from './queries.ts'
import { countedPhotos, inOrder, newPosition, positionsOf, shownPhotos } from './rules.ts'

const row = (id: string, changes: Partial<PhotoRow> = {}): PhotoRow => ({
  id,
  client_key: null,
  file_name: null,
  state: 'image',
  refusal: null,
  replaces_id: null,
  position: 0,
  image_url: `/photos/product-images/p/${id}`,
  width: 4,
  height: 3,
  thumbhash: 'AAAA',
  ...changes,
})
const images = (...ids: string[]) => ids.map((id, position) => row(id, { position }))
const idsOf = (rows: PhotoRow[]) => rows.map(({ id }) => id)
const replacement = (id: string, replaces_id: string, changes: Partial<PhotoRow> = {}) =>
  row(id, { state: 'waiting', replaces_id, ...changes })

describe('a replacement photo', () => {
  const rows = [...images('a', 'b'), replacement('new', 'a')]

  it('is shown and counted instead of the replaced one', () => {
    expect(idsOf(shownPhotos(rows))).toEqual(['b', 'new'])
    expect(countedPhotos(rows)).toHaveLength(2)
  })

  it('shares the position of the replaced one until it is ready', () => {
    expect(positionsOf(inOrder(rows, ['new', 'b']))).toEqual([
      { id: 'new', position: 0 },
      { id: 'a', position: 0 },
      { id: 'b', position: 1 },
    ])
  })

  it('gives way to the replaced one when it is refused', () => {
    const refused = [...images('a'), replacement('new', 'a', { state: 'refused' })]
    expect(idsOf(shownPhotos(refused))).toEqual(['a', 'new'])
    expect(idsOf(countedPhotos(refused))).toEqual(['a'])
  })
})

describe('the position of a new photo', () => {
  it('is after the others', () => {
    expect(newPosition(images('a', 'b'), { replacesId: undefined, isAssigned: true })).toEqual({
      position: 2,
      replacesId: null,
      superseded: [],
    })
  })

  it.each([
    ['five images', images('a', 'b', 'c', 'd', 'e')],
    ['four and a waiting one', [...images('a', 'b', 'c', 'd'), row('e', { state: 'waiting', position: 4 })]],
    ['five with one being replaced', [...images('a', 'b', 'c', 'd', 'e'), replacement('new', 'a')]],
  ])('is refused with %s', (_, rows) => {
    expect(() => newPosition(rows, { replacesId: undefined, isAssigned: true })).toThrow(
      'Maximum 5 images allowed',
    )
  })

  it('ignores refused photos', () => {
    const rows = [...images('a', 'b', 'c', 'd'), row('e', { state: 'refused', position: 4 })]
    expect(newPosition(rows, { replacesId: undefined, isAssigned: true }).position).toBe(4)
  })

  it('is that of the photo it replaces, directly or through another replacement', () => {
    const rows = [...images('a', 'b', 'c', 'd', 'e'), replacement('first', 'b', { position: 1 })]
    const expected = { position: 1, replacesId: 'b', superseded: ['first'] }
    expect(newPosition(rows, { replacesId: 'b', isAssigned: true })).toEqual(expected)
    expect(newPosition(rows, { replacesId: 'first', isAssigned: true })).toEqual(expected)
  })

  it('is that of a refused photo if it replaces that', () => {
    const rows = [...images('a', 'b', 'c', 'd'), row('e', { state: 'refused', position: 4 })]
    expect(newPosition(rows, { replacesId: 'e', isAssigned: true })).toEqual({
      position: 4,
      replacesId: null,
      superseded: ['e'],
    })
    expect(() =>
      newPosition([...rows, row('f', { position: 4 })], { replacesId: 'e', isAssigned: true }),
    ).toThrow('Maximum 5')
  })

  it('is refused if the replaced photo does not exist', () => {
    expect(() => newPosition(images('a'), { replacesId: 'z', isAssigned: true })).toThrow(
      'We cannot find this photo.',
    )
  })

  it('is refused above twenty unassigned photos', () => {
    const ids = Array.from({ length: 20 }, (_, index) => String(index))
    const rows = ids.map((id) => row(id, { state: 'ready' }))
    expect(() => newPosition(rows, { replacesId: undefined, isAssigned: false })).toThrow(
      'Maximum 20 photos at once',
    )
    expect(newPosition(rows, { replacesId: '3', isAssigned: false }).superseded).toEqual(['3'])
  })
})

describe('an order of photos', () => {
  it.each([[['a']], [['a', 'a']], [['a', 'b', 'c']], [['a', 'c']], [['a', 'b', 'b']]])(
    '%j is refused for a and b',
    (ids) => {
      expect(() => inOrder(images('a', 'b'), ids)).toThrow('The photos were changed elsewhere')
    },
  )

  it('may include refused photos or leave them out', () => {
    const rows = [...images('a', 'b'), row('c', { state: 'refused' })]
    expect(idsOf(inOrder(rows, ['b', 'c', 'a']))).toEqual(['b', 'a'])
    expect(idsOf(inOrder(rows, ['b', 'a']))).toEqual(['b', 'a'])
  })
})
