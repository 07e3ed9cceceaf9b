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

describe('a photo that is to replace another', () => {
  const rows = [...images('a', 'b'), replacement('new', 'a')]

  it('is shown and counted instead of it', () => {
    expect(idsOf(shownPhotos(rows))).toEqual(['b', 'new'])
    expect(countedPhotos(rows)).toHaveLength(2)
  })

  it('has the same position, so that the other is shown until then', () => {
    expect(positionsOf(inOrder(rows, ['new', 'b']))).toEqual([
      { id: 'new', position: 0 },
      { id: 'a', position: 0 },
      { id: 'b', position: 1 },
    ])
  })

  it('is replaced by the other when it is refused', () => {
    const refused = [...images('a'), replacement('new', 'a', { state: 'refused' })]
    expect(idsOf(shownPhotos(refused))).toEqual(['a', 'new'])
    expect(idsOf(countedPhotos(refused))).toEqual(['a'])
  })
})

describe('the position of a new photo', () => {
  it('is behind the others', () => {
    expect(newPosition(images('a', 'b'), { replacesId: undefined, isAssigned: true })).toEqual({
      position: 2,
      replacesId: null,
      superseded: [],
    })
  })

  it.each([
    ['five images', images('a', 'b', 'c', 'd', 'e')],
    ['four and one that waits', [...images('a', 'b', 'c', 'd'), row('e', { state: 'waiting', position: 4 })]],
    ['five of which one is being replaced', [...images('a', 'b', 'c', 'd', 'e'), replacement('new', 'a')]],
  ])('is refused beside %s', (_, rows) => {
    expect(() => newPosition(rows, { replacesId: undefined, isAssigned: true })).toThrow(
      'Maximum 5 images allowed',
    )
  })

  it('does not count refused ones', () => {
    const rows = [...images('a', 'b', 'c', 'd'), row('e', { state: 'refused', position: 4 })]
    expect(newPosition(rows, { replacesId: undefined, isAssigned: true }).position).toBe(4)
  })

  it('is that of the one it replaces, and of what was to replace that', () => {
    const rows = [...images('a', 'b', 'c', 'd', 'e'), replacement('first', 'b', { position: 1 })]
    const expected = { position: 1, replacesId: 'b', superseded: ['first'] }
    expect(newPosition(rows, { replacesId: 'b', isAssigned: true })).toEqual(expected)
    expect(newPosition(rows, { replacesId: 'first', isAssigned: true })).toEqual(expected)
  })

  it('of a refused one is its own', () => {
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

  it('is refused for one that is not there', () => {
    expect(() => newPosition(images('a'), { replacesId: 'z', isAssigned: true })).toThrow(
      'This photo is gone.',
    )
  })

  it('is one of twenty among unassigned ones', () => {
    const ids = Array.from({ length: 20 }, (_, index) => String(index))
    const rows = ids.map((id) => row(id, { state: 'ready' }))
    expect(() => newPosition(rows, { replacesId: undefined, isAssigned: false })).toThrow(
      'Maximum 20 photos at once',
    )
    expect(newPosition(rows, { replacesId: '3', isAssigned: false }).superseded).toEqual(['3'])
  })
})

describe('an order', () => {
  it.each([[['a']], [['a', 'a']], [['a', 'b', 'c']], [['a', 'c']], [['a', 'b', 'b']]])(
    '%j of a and b is refused',
    (ids) => {
      expect(() => inOrder(images('a', 'b'), ids)).toThrow('The photos were changed elsewhere')
    },
  )

  it('may name refused ones or leave them out', () => {
    const rows = [...images('a', 'b'), row('c', { state: 'refused' })]
    expect(idsOf(inOrder(rows, ['b', 'c', 'a']))).toEqual(['b', 'a'])
    expect(idsOf(inOrder(rows, ['b', 'a']))).toEqual(['b', 'a'])
  })
})
