import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { BootError } from '#server/boot-error.ts'

interface Address {
  port: number
  host: string | undefined
}

/** Throws a BootError when the address cannot be listened on, so that this is known before the long steps. */
export async function checkAddress(address: Address): Promise<void> {
  const probe = createServer()
  await listen(probe, address)
  probe.close()
  await once(probe, 'close')
}

export async function listen(server: Server, { port, host }: Address): Promise<void> {
  try {
    server.listen(host ? { port, host } : { port })
    await once(server, 'listening')
  } catch (error) {
    throw new BootError(reasonOf(error, { port, host }), { cause: error })
  }
}

function reasonOf(error: unknown, { port, host }: Address): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is taken by another program. Stop that one, or set PORT to another.`
  if (code === 'EACCES')
    return `PORT: this user may not open ${port}. Set PORT to one above 1023, such as 3000.`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)) {
    return `HOST: ${host} is no address of this machine. Correct it, or leave it out to listen on all.`
  }
  return `PORT: ${port} cannot be opened (${message}). Set PORT to another.`
}

const IDLE_CHECK_MILLISECONDS = 50

/** Takes no new connection and lets requests under way finish, until `hurry` cuts off those that remain. */
export async function drain(server: Server, hurry: AbortSignal): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  // A kept-alive connection becomes idle only after its answer, and would then stay open for seconds.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS)
  const cutOff = () => server.closeAllConnections()
  if (hurry.aborted) cutOff()
  hurry.addEventListener('abort', cutOff)
  await closed
  hurry.removeEventListener('abort', cutOff)
  clearInterval(sweep)
}
