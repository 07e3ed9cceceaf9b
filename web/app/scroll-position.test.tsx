import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from '#testing/web/memory-router.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { ScrollPosition } from './ScrollPosition.tsx'

/** A new document, as after typing an address or following a link from another site. */
const openAt = (address: string) =>
  render(
    <MemoryRouter at={address}>
      <ScrollPosition />
    </MemoryRouter>,
  )

function leaveAt(top: number) {
  scrollTo(0, top)
  dispatchEvent(new Event('pagehide'))
  cleanup()
  scrollTo(0, 0)
}

beforeEach(() => {
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('scrollTo', (_left: number, top: number) => vi.stubGlobal('scrollY', top))
})

it('starts another address at its top', () => {
  openAt('/products')
  leaveAt(600)
  openAt('/products/p1')
  expect(scrollY).toBe(0)
  leaveAt(300)
  openAt('/products?search=phone')
  expect(scrollY).toBe(0)
})

it('restores the scroll position of the same address', () => {
  openAt('/products?search=phone')
  leaveAt(600)
  openAt('/products?search=phone')
  expect(scrollY).toBe(600)
})

it('starts at the top if storage is refused', () => {
  const denied = () => {
    throw new DOMException('Denied', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(denied)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied)
  openAt('/products')
  leaveAt(600)
  openAt('/products')
  expect(scrollY).toBe(0)
})

it('starts at the part that the address names, even if the part comes later', () => {
  const positions = { early: 900, late: 1200 }
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    scrollTo(0, positions[this.id as keyof typeof positions])
  })
  let grow = () => undefined as void
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        grow = onResize
      }
      observe() {}
      disconnect() {}
    },
  )
  const add = (id: string) => document.body.append(Object.assign(document.createElement('h2'), { id }))
  add('early')
  openAt('/products/p1#early')
  expect(scrollY).toBe(900)
  cleanup()
  openAt('/products/p2#late')
  expect(scrollY).toBe(0)
  add('late')
  grow()
  expect(scrollY).toBe(1200)
})
