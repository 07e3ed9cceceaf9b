import type { Hono } from 'hono'
import { sendContact } from '#contract/support.ts'
import type { AddressReader } from '#server/http/client-address.ts'
import { mount } from '#server/http/mount.ts'
import type { SupportService } from './service.ts'

interface RouteParts {
  support: SupportService
  addressOf: AddressReader
}

export function supportRoutes(app: Hono, { support, addressOf }: RouteParts): void {
  mount(app, sendContact, async ({ body }, c) => {
    await support.write(body, addressOf(c))
    return {}
  })
}
