import { expect, it } from 'vitest'
import { menuLinks } from './menus.ts'

const words = (...input: Parameters<typeof menuLinks>) => menuLinks(...input).map(([, text]) => text)

// SPEC 2
it.each([
  [
    ['header', 'signed-in'],
    ['Home', 'Products', 'Dashboard', 'Sell Something'],
  ],
  [
    ['header', 'signed-out'],
    ['Home', 'Products'],
  ],
  [
    ['mobile', 'signed-out'],
    ['Home', 'All Products', 'Favourites', 'Login', 'Register'],
  ],
  [['account'], ['Profile', 'Deals', 'Favourites', 'Saved searches', 'Settings']],
  [
    ['footer'],
    [
      'Help Center',
      'Safety Tips',
      'Contact',
      'Terms',
      'Privacy',
      'Cookies',
      'Sell Something',
      'Transparency',
    ],
  ],
] as [Parameters<typeof menuLinks>, string[]][])(
  'the menu %j has the specified entries',
  (input, expected) => {
    expect(words(...input)).toEqual(expected)
  },
)

it('the mobile menu for signed-in people has the specified entries', () => {
  expect(words('mobile', 'signed-in')).toEqual([
    'Home',
    'All Products',
    'Dashboard',
    'Sell Something',
    'Messages',
    'Notifications',
    'Deals',
    'Favourites',
    'Saved searches',
    'Profile',
  ])
})
