import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { LiveCallTable } from '#server/platform/live/calls.ts'
import type { LiveSocket } from '#server/platform/live/live-socket.ts'
import { requireOpenParticipant } from '#server/conversations/opening/opening.ts'

/** Membership is read again after this time. */
const MEMBERSHIP_MS = 60_000
const MEMBERSHIPS_MAX = 100
const WATCHED_MAX = 100

interface SocketMemory {
  /** Memberships by conversation; `until` is in milliseconds since 1970. */
  memberships: Map<string, { otherId: string | null; until: number; version: number }>
  /** Conversations in which this socket's person types, each with the other person's id. */
  typing: Map<string, string>
  /** Conversations in which this socket watches the other person's presence, each with that person's id. */
  watched: Map<string, string>
}

/** Filled at a socket's first call, because most sockets only listen. */
const memories = new WeakMap<LiveSocket, SocketMemory>()

type Deps = Pick<Context, 'db' | 'live' | 'blockChanges'>

function memoryOf({ live }: Pick<Deps, 'live'>, socket: LiveSocket): SocketMemory {
  const known = memories.get(socket)
  if (known) return known
  const memory: SocketMemory = { memberships: new Map(), typing: new Map(), watched: new Map() }
  memories.set(socket, memory)
  socket.once('disconnect', () => {
    for (const [conversationId, otherId] of memory.typing)
      emitTyping({ live }, socket, { conversationId, otherId, typing: false })
  })
  return memory
}

/** Returns null if they have left, and while one of the two has blocked the other. */
async function findOtherPerson(
  ctx: Deps,
  socket: LiveSocket,
  conversationId: string,
): Promise<string | null> {
  const { memberships } = memoryOf(ctx, socket)
  const known = memberships.get(conversationId)
  const version = ctx.blockChanges.version()
  if (known && known.until > Date.now() && known.version === version) return known.otherId
  memberships.delete(conversationId)
  const { otherId } = await requireOpenParticipant(ctx, { userId: socket.data.viewer.id, conversationId })
  if (memberships.size >= MEMBERSHIPS_MAX) memberships.clear()
  memberships.set(conversationId, { otherId, until: Date.now() + MEMBERSHIP_MS, version })
  return otherId
}

function emitTyping(
  { live }: Pick<Context, 'live'>,
  socket: LiveSocket,
  { conversationId, otherId, typing }: { conversationId: string; otherId: string; typing: boolean },
): void {
  const userId = socket.data.viewer.id
  void live.emitToUsers([otherId], 'typing.changed', { conversationId, userId, typing })
}

const conversationId = z.uuid()

/** Typing and presence of the other person, only for a conversation's two people. */
export const conversationCalls: LiveCallTable<Deps> = {
  typing: {
    schema: z.object({ conversationId, typing: z.boolean() }),
    perSecond: 5,
    burst: 10,
    async handle(ctx, socket, call) {
      const otherId = await findOtherPerson(ctx, socket, call.conversationId)
      if (!otherId || !socket.connected) return {}
      const { typing } = memoryOf(ctx, socket)
      if (call.typing) typing.set(call.conversationId, otherId)
      else typing.delete(call.conversationId)
      emitTyping(ctx, socket, { ...call, otherId })
      return {}
    },
  },
  'presence.watch': {
    schema: z.object({ conversationId }),
    perSecond: 5,
    burst: 40,
    async handle(ctx, socket, call) {
      const otherId = await findOtherPerson(ctx, socket, call.conversationId)
      if (!otherId) return { presence: null }
      const { watched } = memoryOf(ctx, socket)
      if (watched.size >= WATCHED_MAX) throw new AppError('too-many-requests')
      watched.set(call.conversationId, otherId)
      const presence = await ctx.live.watchPresence(socket, otherId)
      // One of them blocked the other in the meantime.
      if ((await findOtherPerson(ctx, socket, call.conversationId)) !== null) return { presence }
      await ctx.live.unwatchPresence(socket, otherId)
      return { presence: null }
    },
  },
  'presence.unwatch': {
    schema: z.object({ conversationId }),
    perSecond: 5,
    burst: 40,
    async handle(ctx, socket, call) {
      const { watched } = memoryOf(ctx, socket)
      const otherId = watched.get(call.conversationId)
      watched.delete(call.conversationId)
      const isStillWatched = otherId === undefined || [...watched.values()].includes(otherId)
      if (!isStillWatched) await ctx.live.unwatchPresence(socket, otherId)
      return {}
    },
  },
}
