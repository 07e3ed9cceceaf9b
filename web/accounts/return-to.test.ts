import { expect, it } from 'vitest'
import { ownPath } from '#contract/own-path.ts'
import { loginPath } from './return-to.ts'

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
])('does not return to %j', (path) => {
  expect(ownPath(path)).toBe('/')
})

it('remembers where one was going', () => {
  expect(loginPath('/products?search=tv')).toBe('/auth/login?next=%2Fproducts%3Fsearch%3Dtv')
})
