import { expect, it } from 'vitest'
import { loginPath } from '#web/platform/router/login-path.ts'

it('stores the current address, except the home page', () => {
  expect(loginPath('/')).toBe('/auth/login')
  expect(loginPath('/products?search=tv')).toBe('/auth/login?next=%2Fproducts%3Fsearch%3Dtv')
})
