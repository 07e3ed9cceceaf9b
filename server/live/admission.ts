import type { ExtendedError } from 'socket.io'
import { AppError } from '#server/app-error.ts'
import type { Log } from '#server/log.ts'
import { type LiveNamespace, type LiveSocket, roomOf } from './live-socket.ts'

const SOCKETS_PER_PERSON = 20

interface AdmissionParts {
  here: LiveNamespace
  log: Log
  /** Reads whose socket it is; refuses a token that is not good. */
  begin: (socket: LiveSocket, token: unknown) => Promise<void>
}

/** Decides whether a socket is let in. */
export function admission({ here, log, begin }: AdmissionParts) {
  /** Its code tells the browser a bad token, for which it needs another, from what it may try again. */
  function refusalOf(error: unknown): ExtendedError {
    if (!(error instanceof AppError)) log.error({ err: error }, 'fault of a live handshake')
    const code = error instanceof AppError ? error.code : 'fault'
    const isUnknown = code === 'session-ended' || code === 'authentication-required'
    return Object.assign(new Error(isUnknown ? 'unauthorized' : code), { data: { code } })
  }

  async function refusal(socket: LiveSocket): Promise<ExtendedError | undefined> {
    const { token } = socket.handshake.auth as { token?: unknown }
    socket.handshake.auth = {}
    try {
      await begin(socket, token)
      const others = here.adapter.rooms.get(roomOf.person(socket.data.viewer.id))?.size ?? 0
      if (others >= SOCKETS_PER_PERSON) throw new AppError('too-many-requests')
      return undefined
    } catch (error) {
      return refusalOf(error)
    }
  }

  type Next = (refusal?: ExtendedError) => void
  const decide = async (socket: LiveSocket, next: Next) => next(await refusal(socket))
  return (socket: LiveSocket, next: Next) => void decide(socket, next)
}
