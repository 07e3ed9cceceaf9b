import { describe, expect, it } from 'vitest'
import { outdatedCaches } from './stored-replies.ts'
import { canBeStored, outlineKey, requestKind } from './request-kind.ts'

const ORIGIN = 'https://market.example'
const SHELL = new Set(['/icon.svg', '/offline.css', '/assets/main-1.js'])

function kindOf(
  path: string,
  others: { method?: string; mode?: string; authorization?: boolean; range?: boolean } = {},
) {
  const { method = 'GET', mode = 'cors', authorization = false, range = false } = others
  const url = new URL(path, ORIGIN)
  return requestKind({ url, method, mode, hasAuthorization: authorization, hasRange: range }, ORIGIN, SHELL)
}

describe('the kind of a request', () => {
  it.each([
    ['/assets/main-1.js', 'asset'],
    ['/icon.svg', 'shell'],
    ['/drawings/bird.svg', 'asset'],
    ['/photos/product-images/1/a-640.avif', 'photo'],
    ['/photos/private/1.a/product-images/1/a-640.avif', undefined],
    ['/photos/private/1.a/message-images/7/a-640.avif', 'message-photo'],
    ['/photos/private', undefined],
    ['/api/categories', 'api'],
    ['/api/products?search=phone', 'api'],
    ['/api/products/1/reviews', 'api'],
    ['/api/productsly', undefined],
    ['/api/auth/session', undefined],
    ['/healthz', undefined],
    ['/sw.js', undefined],
    ['https://elsewhere.example/assets/main-1.js', undefined],
  ])('is for the file or call %s: %s', (path, kind) => {
    expect(kindOf(path)).toBe(kind)
  })

  it.each([
    ['/', 'page'],
    ['/products?category=mobile', 'page'],
    ['/help', 'page'],
    ['/profiles-of-sellers', 'page'],
    ['/dashboard', 'private-page'],
    ['/messages/7', 'private-page'],
    ['/edit-product/7', 'private-page'],
    ['/create-product?draft=7', 'private-page'],
    ['/auth/login', 'never-stored'],
    ['/dev/mail', 'never-stored'],
    ['/p/3zJrJcgs1fq7Yp2fSMYpnG/stool', 'never-stored'],
    ['/share/0190a000-0000-7000-8000-000000000000/status.jpg', 'never-stored'],
    ['/api/docs', 'never-stored'],
  ])('is for a navigation to %s: %s', (path, kind) => {
    expect(kindOf(path, { mode: 'navigate' })).toBe(kind)
  })

  it('is undefined for writes, ranges and personal data', () => {
    expect(kindOf('/products', { mode: 'navigate', method: 'POST' })).toBeUndefined()
    expect(kindOf('/photos/a.jpg', { range: true })).toBeUndefined()
    expect(kindOf('/api/products', { authorization: true })).toBeUndefined()
  })
})

it.each([
  ['/create-product', '/create-product'],
  ['/messages', '/messages'],
  ['/messages/7', '/messages/*'],
  ['/conversation/7', '/conversation/*'],
  ['/edit-product/7/', '/edit-product/*'],
])('gives the outline of %s the key %s', (path, key) => {
  expect(outlineKey(path)).toBe(key)
})

describe('the check of storable replies', () => {
  const reply = (status: number, cacheControl?: string, type = 'basic', headers = {}) => {
    const made = new Response(null, {
      status,
      headers: { ...headers, ...(cacheControl && { 'Cache-Control': cacheControl }) },
    })
    return Object.defineProperty(made, 'type', { value: type })
  }

  it.each([
    [reply(200), true],
    [reply(200, 'public, no-cache'), true],
    [reply(200, 'no-store'), false],
    [reply(200, 'private, max-age=60'), false],
    [reply(404), false],
    [reply(503), false],
    [reply(200, 'public', 'opaque'), false],
    [reply(204), false],
    [reply(200, 'public', 'basic', { 'X-Served-Stale': '60' }), false],
  ])('decides about reply %#: %s', (made, expected) => {
    expect(canBeStored(made)).toBe(expected)
  })
})

describe('the list of outdated caches', () => {
  it('excludes the present and the previous build', () => {
    const names = ['photos', 'assets-a', 'pages-a', 'assets-b', 'api-a', 'pages-b', 'assets-c']
    expect(outdatedCaches(names, 'c')).toEqual(['assets-a', 'pages-a', 'api-a'])
  })

  it('is empty if there is one previous build or none', () => {
    expect(outdatedCaches(['assets-a', 'pages-a', 'assets-b'], 'b')).toEqual([])
    expect(outdatedCaches(['photos', 'assets-a'], 'a')).toEqual([])
  })

  it('excludes a build that returns', () => {
    expect(outdatedCaches(['assets-a', 'assets-b'], 'a')).toEqual([])
  })
})
