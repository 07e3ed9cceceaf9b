import type { Context, Hono } from 'hono'
import { AppError } from '#server/app-error.ts'
import { isThisMachine } from '#server/this-machine.ts'
import type { Outbox } from './outbox.ts'
import { outboxPage } from './outbox-page.ts'

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d+){3})$/

/** The socket tells who calls; headers are anyone's to write. The host guards against a foreign name for 127.0.0.1. */
function isFromHere({ env: given, req }: Pick<Context, 'env' | 'req'>): boolean {
  const env = given as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  const address = env?.incoming?.socket?.remoteAddress ?? ''
  return LOOPBACK.test(address) && isThisMachine(new URL(req.url).hostname)
}

/** Only to be mounted while the site's own address is this machine. */
export function outboxRoutes(app: Hono, options: { outbox: Outbox; siteName: string }): void {
  const { outbox, siteName } = options
  app.use('/dev/*', async (c, next) => {
    if (!isFromHere(c)) throw new AppError('not-found')
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.get('/dev/outbox', async (c) => {
    const to = c.req.query('to')
    return c.html(await outboxPage(siteName, await outbox.newest(to), to))
  })
  app.get('/dev/outbox.json', async (c) => c.json({ messages: await outbox.newest(c.req.query('to')) }))
}
