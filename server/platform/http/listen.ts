import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createNetServer, Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BootError } from '#server/platform/process/boot-error.ts'

interface Address {
  port: number
  /** An empty list means all addresses. Further addresses after the first are optional: the machine may lack them. */
  hosts: readonly string[]
}

/** Throws a BootError if the address cannot be listened on, before the long steps of a start. */
export async function checkAddress(address: Address): Promise<void> {
  const probe = createServer()
  const extraServers = await listen(probe, address)
  await Promise.all([probe, ...extraServers].map((extraServer) => once(extraServer.close(), 'close')))
}

/**
 * Listens on every address. Returns the extra servers for further addresses, which must be drained together with
 * `server`.
 */
export async function listen(server: Server, { port, hosts }: Address): Promise<NetServer[]> {
  const [first, ...others] = hosts
  await open(server, port, first)
  const extraServers: NetServer[] = []
  for (const host of others) {
    const extraServer = await openBeside(server, port, host)
    if (extraServer) extraServers.push(extraServer)
  }
  return extraServers
}

async function open(server: NetServer, port: number, host: string | undefined): Promise<void> {
  try {
    server.listen(host ? { port, host } : { port })
    await once(server, 'listening')
  } catch (error) {
    throw new BootError(reasonOf(error, port, host), { cause: error })
  }
}

const NO_SUCH_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']

/** A server listens on one address only, so connections to another address are passed on to it. */
async function openBeside(server: Server, port: number, host: string): Promise<NetServer | undefined> {
  const extraServer = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  try {
    const address = server.address()
    await open(extraServer, typeof address === 'object' && address ? address.port : port, host)
    return extraServer
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException }
    if (NO_SUCH_ADDRESS.includes(cause?.code ?? '')) return undefined
    server.close()
    throw error
  }
}

function reasonOf(error: unknown, port: number, host: string | undefined): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is taken by another program. Stop that one, or set PORT to another.`
  if (code === 'EACCES')
    return `PORT: this user is not allowed to open ${port}. Set PORT to one above 1023, such as 3000.`
  if ([...NO_SUCH_ADDRESS, 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    return `HOST: ${host} is not an address of this machine. Correct it, or set it to * to listen on all.`
  }
  return `PORT: ${port} cannot be opened (${message}). Set PORT to another.`
}

const IDLE_CHECK_MILLISECONDS = 50
/**
 * Time in which a client with a busy connection learns from a reply that the connection will be closed. After
 * this time without a request, a connection can be closed with little risk.
 */
const LAST_REPLY_MILLISECONDS = 500

interface Drain {
  /** Servers for additional addresses. */
  extraServers?: NetServer[]
  /** True if another process takes over, so that requests on open connections must not be lost. */
  isReplaced?: boolean
}

/** Accepts no new connections and lets current requests finish, until `hurry` cuts off the rest. */
export async function drain(
  server: Server,
  hurry: AbortSignal,
  { extraServers = [], isReplaced = false }: Drain = {},
): Promise<void> {
  if (!server.listening) return
  // An HTTP server's `close` would end idle connections at once, even if a request is arriving on them.
  const close = isReplaced ? NetServer.prototype.close : undefined
  const closed = Promise.all(
    [server, ...extraServers].map((extraServer) =>
      once(close ? close.call(extraServer) : extraServer.close(), 'close'),
    ),
  )
  if (isReplaced) {
    server.prependListener('request', (_, response) => void response.setHeader('Connection', 'close'))
    await Promise.race([closed, sleep(LAST_REPLY_MILLISECONDS, undefined, { signal: hurry }).catch(() => {})])
  }
  // Connections become idle after their reply and would then stay open for seconds.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS)
  const cutOff = () => server.closeAllConnections()
  if (hurry.aborted) cutOff()
  hurry.addEventListener('abort', cutOff)
  await closed
  hurry.removeEventListener('abort', cutOff)
  clearInterval(sweep)
}
