import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { isThisMachine } from '#server/platform/process/this-machine.ts'
import type { DevMailbox } from './dev-mailbox.ts'
import { devMailboxPage } from './page.ts'

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d+){3})$/

/** Headers that proxies add; with one of them, the socket is the proxy's, not the client's. */
const FORWARDING =
  /^(forwarded|via|x-(forwarded|real|client|original|cluster)-.+|x-(forwarded|proxyuser-ip)|true-client-ip|(cf|fastly|fly)-.+|cdn-loop)$/i

/**
 * The socket shows the caller, while clients can write any header. The host check stops foreign names that point to
 * 127.0.0.1.
 */
const isFromHere = ({ socket, headers, hostname }: FastifyRequest): boolean =>
  !Object.keys(headers).some((name) => FORWARDING.test(name)) &&
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  isThisMachine(hostname)

/** Adds the pages of the dev mailbox; only for a site whose address is this machine. */
export function addDevMailbox(
  app: FastifyInstance,
  { devMailbox, siteName }: { devMailbox: DevMailbox; siteName: string },
): void {
  const newest = (request: FastifyRequest) => {
    if (!isFromHere(request)) throw new AppError('not-found')
    const { to } = request.query as { to?: string }
    return { to, messages: devMailbox.newest(to) }
  }
  app.get('/dev/outbox', async (request, reply) => {
    const { to, messages } = newest(request)
    reply.headers({ 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-store' })
    return devMailboxPage(siteName, await messages, to)
  })
  app.get('/dev/outbox.json', async (request, reply) => {
    const { messages } = newest(request)
    reply.header('cache-control', 'no-store')
    return { messages: await messages }
  })
}
