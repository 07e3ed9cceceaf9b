import { describe, expect, it } from 'vitest'
import { type Menu, pageEntries, pathPrefixes } from './pages.ts'

describe('the page table', () => {
  it.each<Menu>(['header', 'mobile', 'bottom', 'account', 'footer'])(
    'gives every page its own place in the %s menu',
    (menu) => {
      const positions = pageEntries.flatMap(([, { menus }]) => menus?.[menu]?.[0] ?? [])
      expect(positions.toSorted((one, other) => one - other)).toEqual(positions.map((_, index) => index + 1))
    },
  )

  it('has a title for every page whose outline the server sends', () => {
    expect(pageEntries.filter(([, page]) => page.access === 'signed-in' && !page.title)).toEqual([])
  })

  it('keeps pages of one kind under first segments of their own, by which the worker and robots.txt know them', () => {
    const closed = pathPrefixes((page) => page.access === 'signed-in' || page.isTransient === true)
    const open = pathPrefixes((page) => page.access !== 'signed-in' && !page.isTransient)
    expect(closed.filter((prefix) => open.includes(prefix))).toEqual([])
    expect(pathPrefixes((page) => page.isTransient === true)).toEqual(['/auth'])
  })
})
