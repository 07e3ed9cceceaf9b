import type { Presence } from '#contract/conversations.ts'
import { AppError } from '#server/app-error.ts'
import type { CallHandlers } from './calls.ts'
import { type LiveSocket, roomOf, type Talk } from './live-socket.ts'
import type { Live, LiveRules } from './live.ts'

const TALK_MILLISECONDS = 60_000
const TALKS_KEPT = 100
const WATCHED_MAX = 100

interface CallParts {
  rules: () => LiveRules
  toPeople: Live['toPeople']
  presenceOf: (personId: string) => Promise<Presence>
}

/** Typing and presence of the other person of a conversation, for its two people alone. */
export function conversationCalls({ rules, toPeople, presenceOf }: CallParts) {
  async function otherOf(socket: LiveSocket, conversationId: string): Promise<string | null> {
    const { data } = socket
    const talks = (data.talks ??= new Map<string, Talk>())
    const known = talks.get(conversationId)
    if (known && known.until > Date.now()) return known.otherId
    talks.delete(conversationId)
    const { otherId } = await rules().mayTalk(data.viewer.id, conversationId)
    if (talks.size >= TALKS_KEPT) talks.clear()
    const talk: Talk = { otherId, until: Date.now() + TALK_MILLISECONDS }
    talks.set(conversationId, talk)
    return otherId
  }

  function tellTyping(socket: LiveSocket, conversationId: string, otherId: string, typing: boolean) {
    const { data } = socket
    if (typing) (data.typing ??= new Map()).set(conversationId, otherId)
    else data.typing?.delete(conversationId)
    void toPeople([otherId], 'typing.changed', { conversationId, userId: data.viewer.id, typing })
  }

  const calls: Omit<CallHandlers, 'auth'> = {
    async typing(socket, { conversationId, typing }) {
      const otherId = await otherOf(socket, conversationId)
      if (otherId && socket.connected) tellTyping(socket, conversationId, otherId, typing)
      return {}
    },
    async 'presence.watch'(socket, { conversationId }) {
      const otherId = await otherOf(socket, conversationId)
      if (!otherId) return { presence: null }
      const watched = (socket.data.watched ??= new Map<string, string>())
      if (watched.size >= WATCHED_MAX) throw new AppError('too-many-requests')
      watched.set(conversationId, otherId)
      // First hears of changes, then reads: what changes between the two is told.
      await socket.join(roomOf.watchers(otherId))
      return { presence: await presenceOf(otherId) }
    },
    async 'presence.unwatch'(socket, { conversationId }) {
      const watched = socket.data.watched ?? new Map<string, string>()
      const otherId = watched.get(conversationId)
      watched.delete(conversationId)
      if (otherId && ![...watched.values()].includes(otherId)) await socket.leave(roomOf.watchers(otherId))
      return {}
    },
  }

  /** Nobody goes on typing whose socket has gone. */
  function stopTyping(socket: LiveSocket) {
    for (const [conversationId, otherId] of socket.data.typing ?? [])
      tellTyping(socket, conversationId, otherId, false)
  }

  return { calls, stopTyping }
}
