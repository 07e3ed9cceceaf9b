import { useEffect } from 'react'
import { act, cleanup, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { signInAs } from '#testing/accounts/signed-in.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import { LAST_SEARCH } from './last-search.ts'
import { countView } from './count-view.ts'

const AMA = '01930000-0000-7000-8000-00000000a3a0'
const ESI = '01930000-0000-7000-8000-000000000e51'

let calls: string[]
let visibility: DocumentVisibilityState

function Page({ id }: { id: string }) {
  useEffect(() => countView(id, AMA), [id])
  return null
}

beforeEach(() => {
  calls = []
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  navigator.sendBeacon = (path) => calls.push(String(path)) > 0
})

it('counts a view once per product, even after a return', () => {
  render(<Page id="p1" />)
  cleanup()
  render(<Page id="p1" />)
  cleanup()
  render(<Page id="p2" />)
  expect(calls).toEqual(['/api/products/p1/views', '/api/products/p2/views'])
})

it('counts signed-in people but not the seller', () => {
  signInAs(AMA)
  render(<Page id="p1" />)
  expect(calls).toEqual([])
  cleanup()
  signInAs(ESI)
  render(<Page id="p1" />)
  expect(calls).toHaveLength(1)
})

it('waits until the page is visible', () => {
  visibility = 'hidden'
  render(<Page id="p1" />)
  expect(calls).toEqual([])
  visibility = 'visible'
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(calls).toHaveLength(1)
})

it('reports the search words once', () => {
  tabStorage.set(LAST_SEARCH, 'samsung & co')
  render(<Page id="p1" />)
  cleanup()
  render(<Page id="p2" />)
  expect(calls).toEqual(['/api/products/p1/views?search=samsung%20%26%20co', '/api/products/p2/views'])
})

it('counts nothing if storage is refused', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  render(<Page id="p1" />)
  expect(calls).toEqual([])
})
