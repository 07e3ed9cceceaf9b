import type { Context, Hono } from 'hono'
import { AppError } from '#server/platform/errors/app-error.ts'
import { isThisMachine } from '#server/platform/process/this-machine.ts'
import type { DevMailbox } from './dev-mailbox.ts'
import { devMailboxPage } from './page.ts'

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d+){3})$/

/** What a proxy adds for any client: then the socket is the proxy's. */
const FORWARDING =
  /^(forwarded|via|x-(forwarded|real|client|original|cluster)-.+|x-(forwarded|proxyuser-ip)|true-client-ip|(cf|fastly|fly)-.+|cdn-loop)$/i

/** The socket shows who calls; headers are anyone's to write. The host guards against a foreign name for 127.0.0.1. */
function isFromHere({ env: bindings, req }: Pick<Context, 'env' | 'req'>): boolean {
  const env = bindings as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  for (const name of Object.keys(req.header())) if (FORWARDING.test(name)) return false
  const address = env?.incoming?.socket?.remoteAddress ?? ''
  return LOOPBACK.test(address) && isThisMachine(new URL(req.url).hostname)
}

/** Only to be mounted while the site's own address is this machine. */
export function mountDevMailbox(app: Hono, options: { devMailbox: DevMailbox; siteName: string }): void {
  const { devMailbox, siteName } = options
  app.on('GET', ['/dev/outbox', '/dev/outbox.json'], async (c, next) => {
    if (!isFromHere(c)) throw new AppError('not-found')
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.get('/dev/outbox', async (c) => {
    const to = c.req.query('to')
    return c.html(await devMailboxPage(siteName, await devMailbox.newest(to), to))
  })
  app.get('/dev/outbox.json', async (c) => c.json({ messages: await devMailbox.newest(c.req.query('to')) }))
}
