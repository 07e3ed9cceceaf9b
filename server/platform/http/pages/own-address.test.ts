import { describe, expect, it } from 'vitest'
import { ownAddress } from './own-address.ts'

const ID = '0190a000-0000-7000-8000-00000000000a'
const addressOf = (path: string) => ownAddress(new URL(`http://localhost${path}`))

describe.each(['/products/', '/sellers/', '/conversation/', '/messages/', '/edit-product/'])(
  '%s{id}',
  (start) => {
    it.each([
      ['.'],
      [')'],
      ['%29'],
      [','],
      ['&fbclid=x'],
      ['&utm_source=x&utm_medium=y'],
      ['%E2%80%9D.'],
      ['*'],
      ['_'],
      ['%0A'],
      ['%2F..'],
      ['%'],
    ])('redirects to its page if %s follows', (end) => {
      expect(addressOf(`${start}${ID}${end}`)).toEqual({ address: start + ID, status: 301 })
    })

    it('keeps the query', () => {
      expect(addressOf(`${start}${ID}.?message=1`)?.address).toBe(`${start}${ID}?message=1`)
    })

    it.each([ID, `${ID}a`, `${ID}?fbclid=x`, `${ID}/a`, `x${ID}.`, 'kente.', `${ID.slice(1)}.`])(
      'stays as it is with %s',
      (end) => {
        expect(addressOf(start + end)).toBeUndefined()
      },
    )
  },
)
