import { describe } from 'vitest'
import { itIsPurged } from '#testing/cdn/behind-a-cdn.ts'
import { openVarnish } from '#testing/cdn/varnish.ts'

const command = process.env.VARNISH

// The step reports if no Varnish can be installed; there is nothing to test then.
describe.each(command ? [command] : [])('a site behind a real Varnish, by %s', (varnish) => {
  itIsPurged('surrogate-keys', () => openVarnish(varnish))
})
