import { describe } from 'vitest'
import { itIsPurged } from '#testing/cdn/behind-a-cdn.ts'
import { openVarnish } from '#testing/cdn/varnish.ts'

const command = process.env.VARNISH

// These tests are skipped if no Varnish can be installed, which the test step reports.
describe.each(command ? [command] : [])('a site behind a real Varnish, by %s', (varnish) => {
  itIsPurged('surrogate-keys', () => openVarnish(varnish))
})
