import type { ExtendedError } from 'socket.io'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import { type LiveNamespace, type LiveSocket, roomOf } from './live-socket.ts'

const SOCKETS_PER_USER = 20

interface AdmissionDeps {
  namespace: LiveNamespace
  log: Log
  telemetry: Pick<Telemetry, 'refusals'>
  /** Reads the user and session of a token; refuses a token that is not valid. */
  begin: (socket: LiveSocket, token: unknown) => Promise<void>
}

/** The code shows whether the browser needs another token or may retry with this one. */
function toRefusal(
  { log, telemetry }: Omit<AdmissionDeps, 'namespace' | 'begin'>,
  error: unknown,
): ExtendedError {
  if (!(error instanceof AppError)) log.error({ err: error }, 'fault of a live handshake')
  const { code } = asAppError(error)
  telemetry.refusals.inc({ route: 'live', code })
  const isUnauthorized = code === 'session-ended' || code === 'authentication-required'
  return Object.assign(new Error(isUnauthorized ? 'unauthorized' : code), { data: { code } })
}

export function admission(deps: AdmissionDeps) {
  const { namespace, begin } = deps
  async function findRefusal(socket: LiveSocket): Promise<ExtendedError | undefined> {
    const { token } = socket.handshake.auth as { token?: unknown }
    socket.handshake.auth = {}
    try {
      await begin(socket, token)
      const others = namespace.adapter.rooms.get(roomOf.user(socket.data.viewer.id))?.size ?? 0
      if (others >= SOCKETS_PER_USER) throw new AppError('too-many-requests')
      return undefined
    } catch (error) {
      return toRefusal(deps, error)
    }
  }

  type Next = (refusal?: ExtendedError) => void
  const decide = async (socket: LiveSocket, next: Next) => next(await findRefusal(socket))
  return (socket: LiveSocket, next: Next) => void decide(socket, next)
}
