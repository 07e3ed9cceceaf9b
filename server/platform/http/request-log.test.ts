import { expect, test } from 'vitest'
import { loggedPath } from './request-log.ts'

test.each([
  ['/photos/private/9x.abc/product-images/1/2-640.avif', '/photos/private/***/product-images/1/2-640.avif'],
  ['/api/unsubscribe/0123456789abcdef', '/api/unsubscribe/***'],
  ['/photos/product-images/1/2-640.avif', '/photos/product-images/1/2-640.avif'],
  ['/api/products/1', '/api/products/1'],
])('%s is logged as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged)
})
