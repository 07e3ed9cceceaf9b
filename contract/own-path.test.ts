import { expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

it.each(['/dashboard', '/products?search=tv&min=100', '/conversation/0193#last'])('returns to %s', (path) => {
  expect(ownPath(path)).toBe(path)
})

it.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  ' /dashboard',
  '/auth/login',
  '/%0d%0a\u0000',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/a/../auth/callback',
  '//evil.example@own.invalid',
])('does not return to %j', (path) => {
  expect(ownPath(path)).toBe('/')
})
