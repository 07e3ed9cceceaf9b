import { expect, it } from 'vitest'
import { createApiClient } from './client.ts'

/** A reply whose connection breaks after its first byte. */
const brokenReply = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'))
        controller.error(new TypeError('network error'))
      },
    }),
  )

it('a call whose reply breaks off fails like one without a network', async () => {
  const api = createApiClient({ fetch: async () => brokenReply() })
  await expect(api.call('listCategories', {})).rejects.toMatchObject({ status: 0 })
})
