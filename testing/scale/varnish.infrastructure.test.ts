import { describe, expect, it } from 'vitest'
import { itIsPurged } from '#testing/cdn/behind-a-cdn.ts'
import { openVarnish } from '#testing/cdn/varnish.ts'

const command = process.env.VARNISH

// These tests are skipped if no Varnish can be installed, which the test step reports.
describe.each(command ? [command] : [])('a site behind a real Varnish, by %s', (varnish) => {
  const { read, warm } = itIsPurged('surrogate-keys', () => openVarnish(varnish))

  it('takes nothing from the cache for people with credentials or a change of their own', async () => {
    const path = '/api/categories'
    await warm(path)
    for (const [name, value] of [
      ['authorization', 'Bearer any'],
      ['cookie', 'any=1'],
      ['save-data', 'on'],
      ['cache-control', 'no-cache'],
    ] as const)
      expect({ name, ...(await read(path, { [name]: value })) }).toMatchObject({ name, isHit: false })
  })
})
