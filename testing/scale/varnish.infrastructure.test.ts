import { describe } from 'vitest'
import { itIsPurged } from '#testing/cdn/behind-a-cdn.ts'
import { openVarnish } from '#testing/cdn/varnish.ts'

const command = process.env.VARNISH

// Where none can be installed there is nothing to test, which the step says.
describe.each(command ? [command] : [])('behind a real Varnish, by %s', (varnish) => {
  itIsPurged('surrogate-keys', () => openVarnish(varnish))
})
