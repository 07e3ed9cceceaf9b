import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { isThisMachine } from '#server/platform/process/this-machine.ts'
import type { DevMailbox } from './dev-mailbox.ts'
import { devMailboxPage } from './page.ts'

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d+){3})$/

/** What a proxy adds for any client: then the socket is the proxy's. */
const FORWARDING =
  /^(forwarded|via|x-(forwarded|real|client|original|cluster)-.+|x-(forwarded|proxyuser-ip)|true-client-ip|(cf|fastly|fly)-.+|cdn-loop)$/i

/** The socket shows who calls; headers are anyone's to write. The host guards against a foreign name for 127.0.0.1. */
const isFromHere = ({ socket, headers, hostname }: FastifyRequest): boolean =>
  !Object.keys(headers).some((name) => FORWARDING.test(name)) &&
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  isThisMachine(hostname)

/** Only to be added while the site's own address is this machine. */
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
