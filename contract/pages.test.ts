import { describe, expect, it } from 'vitest'
import { type Menu, pageEntries, pathPrefixes } from './pages.ts'

describe('the pages table', () => {
  it.each<Menu>(['header', 'mobile', 'bottom', 'account', 'footer'])(
    'gives every page its own position in the %s menu',
    (menu) => {
      const positions = pageEntries.flatMap(([, { menus }]) => menus?.[menu]?.[0] ?? [])
      expect(positions.toSorted((one, other) => one - other)).toEqual(positions.map((_, index) => index + 1))
    },
  )

  it('has a title for every page that the server sends as an outline', () => {
    expect(pageEntries.filter(([, page]) => page.access === 'signed-in' && !page.title)).toEqual([])
  })

  it('separates public, signed-in and transient pages by their first path segment', () => {
    const closed = pathPrefixes((page) => page.access === 'signed-in' || page.isTransient === true)
    const open = pathPrefixes((page) => page.access !== 'signed-in' && !page.isTransient)
    expect(closed.filter((prefix) => open.includes(prefix))).toEqual([])
    expect(pathPrefixes((page) => page.isTransient === true)).toEqual(['/auth'])
  })
})
