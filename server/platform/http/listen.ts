import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createNetServer, Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BootError } from '#server/platform/process/boot-error.ts'

interface Address {
  port: number
  /** None means all there are. Those beyond the first are listened on where this machine has them. */
  hosts: readonly string[]
}

/** Throws a BootError when the address cannot be listened on, so that this is known before the long steps. */
export async function checkAddress(address: Address): Promise<void> {
  const probe = createServer()
  const doors = await listen(probe, address)
  await Promise.all([probe, ...doors].map((door) => once(door.close(), 'close')))
}

/** Returns what else listens for the server, to be drained with it. */
export async function listen(server: Server, { port, hosts }: Address): Promise<NetServer[]> {
  const [first, ...others] = hosts
  await open(server, port, first)
  const doors: NetServer[] = []
  for (const host of others) {
    const door = await openBeside(server, port, host)
    if (door) doors.push(door)
  }
  return doors
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

/** A server listens on one address; what comes to another is handed to it. */
async function openBeside(server: Server, port: number, host: string): Promise<NetServer | undefined> {
  const door = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  try {
    const address = server.address()
    await open(door, typeof address === 'object' && address ? address.port : port, host)
    return door
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
    return `PORT: this user may not open ${port}. Set PORT to one above 1023, such as 3000.`
  if ([...NO_SUCH_ADDRESS, 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    return `HOST: ${host} is no address of this machine. Correct it, or set it to * to listen on all.`
  }
  return `PORT: ${port} cannot be opened (${message}). Set PORT to another.`
}

const IDLE_CHECK_MILLISECONDS = 50
/** A client whose connection is in use learns of the end by a reply; one that was idle for so long is hardly used just now. */
const LAST_REPLY_MILLISECONDS = 500

interface Drain {
  /** What else listens for the server. */
  doors?: NetServer[]
  /** Another process takes over: no request that comes by an open connection may be lost. */
  isReplaced?: boolean
}

/** Takes no new connection and lets requests under way finish, until `hurry` cuts off those that remain. */
export async function drain(
  server: Server,
  hurry: AbortSignal,
  { doors = [], isReplaced = false }: Drain = {},
): Promise<void> {
  if (!server.listening) return
  // `close` of an HTTP server would end idle connections at once, also those by which a request is coming.
  const close = isReplaced ? NetServer.prototype.close : undefined
  const closed = Promise.all(
    [server, ...doors].map((door) => once(close ? close.call(door) : door.close(), 'close')),
  )
  if (isReplaced) {
    server.prependListener('request', (_, response) => void response.setHeader('Connection', 'close'))
    await Promise.race([closed, sleep(LAST_REPLY_MILLISECONDS, undefined, { signal: hurry }).catch(() => {})])
  }
  // A connection becomes idle only after its answer, and would then stay open for seconds.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS)
  const cutOff = () => server.closeAllConnections()
  if (hurry.aborted) cutOff()
  hurry.addEventListener('abort', cutOff)
  await closed
  hurry.removeEventListener('abort', cutOff)
  clearInterval(sweep)
}
