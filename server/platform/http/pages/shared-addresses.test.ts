import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { mountSharedAddresses } from './shared-addresses.ts'

const ID = '0190a000-0000-7000-8000-00000000000a'
const app = new Hono()
mountSharedAddresses(app)
app.get('*', (c) => c.text('page'))

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
    ])('leads to its page when %s follows', async (end) => {
      const reply = await app.request(`${start}${ID}${end}`)
      expect([reply.status, reply.headers.get('location')]).toEqual([301, start + ID])
    })

    it('keeps the query', async () => {
      const reply = await app.request(`${start}${ID}.?message=1`)
      expect(reply.headers.get('location')).toBe(`${start}${ID}?message=1`)
    })

    it.each([ID, `${ID}a`, `${ID}?fbclid=x`, `${ID}/a`, `x${ID}.`, 'kente.', `${ID.slice(1)}.`])(
      'leaves %s as it is',
      async (end) => {
        expect(await (await app.request(start + end)).text()).toBe('page')
      },
    )
  },
)
