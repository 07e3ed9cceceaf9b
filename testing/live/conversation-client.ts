import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '#contract/conversations/conversations.ts'
import { type LiveClient, liveClient } from './live.ts'
import { conversationScreen, type ConversationScreen } from './conversation-screen.ts'
import type { Participant } from './conversation-people.ts'

/** Half of how long a token is good. */
const TOKEN_MILLISECONDS = 5 * 60_000
const RETRY_MILLISECONDS = 100
const RETRY_AT_MOST_MILLISECONDS = 2000
/** A broken connection is known at once; one that gives up early on a busy server only makes it busier. */
const REQUEST_MILLISECONDS = 30_000
/** What the server refuses for good; a time-out or too many requests may pass. */
const REFUSED = /answered 4(?!29|08)/

export interface Acknowledged {
  conversationId: string
  senderId: string
  clientKey: string
  /** As the server answered. */
  id: string
  seq: number
  content: string
  /** Which of the sender's messages it is: 1, 2, 3, … */
  number: number
}

export interface ConversationClient extends Pick<ConversationScreen, 'shown' | 'shows'> {
  participant: Participant
  socket: LiveClient
  /** Resolves once the server has acknowledged it; retries until then, with the same key. */
  send(content: string, clientKey?: string): Promise<Acknowledged>
  close(): void
}

interface ClientOptions {
  participant: Participant
  url: string
  /** Signs a token that is good for some minutes. */
  sign: (participant: Participant) => Promise<string>
  reconnectionMilliseconds?: number
  /** Where it seems to come from, as a trusted proxy would say. */
  address?: string
  /** Called with each message that is new on the screen. */
  onShown?: (message: Message) => void
}

/** A token that is young enough, as a browser keeps one. */
function tokenKeeper({ participant, sign }: ClientOptions) {
  let token: Promise<string> | undefined
  let signedAt = 0
  return () => {
    if (!token || performance.now() - signedAt > TOKEN_MILLISECONDS) {
      signedAt = performance.now()
      token = sign(participant)
    }
    return token
  }
}

/** Calls of the messages of one conversation, repeated until they succeed or nobody waits any more. */
function messageCalls(
  { participant, url }: ClientOptions,
  token: () => Promise<string>,
  signal: AbortSignal,
) {
  const address = `${url}/api/conversations/${participant.conversationId}/messages`

  async function request<T>(method: string, query: string, body?: object): Promise<T> {
    const response = await fetch(address + query, {
      method,
      headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.any([AbortSignal.timeout(REQUEST_MILLISECONDS), signal]),
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }

  return async function insist<T>(...call: Parameters<typeof request>): Promise<T | undefined> {
    for (let pause = RETRY_MILLISECONDS; !signal.aborted; pause *= 2) {
      try {
        return await request<T>(...call)
      } catch (error) {
        if (REFUSED.test(String(error))) throw error
        await sleep(Math.min(pause, RETRY_AT_MOST_MILLISECONDS))
      }
    }
    return undefined
  }
}

/** One person at one conversation: sends over HTTP, receives over the socket, reads what was missed, as the site does. */
export function openConversationClient(options: ClientOptions): ConversationClient {
  const { participant, url, address } = options
  const { conversationId } = participant
  const closing = new AbortController()
  const token = tokenKeeper(options)
  const insist = messageCalls(options, token, closing.signal)
  const screen = conversationScreen((after) => insist('GET', `?after=${after}`), options.onShown)
  let sent = 0

  const socket = liveClient(url, undefined, {
    auth: (give) => void token().then((fresh) => give({ token: fresh })),
    reconnectionDelay: options.reconnectionMilliseconds ?? 100,
    reconnectionDelayMax: 500,
    ...(address && { extraHeaders: { 'X-Forwarded-For': address } }),
  })
  socket.on('connect', () => void screen.catchUp())
  socket.on('message.sent', ({ message }) => {
    if (message.conversationId === conversationId) screen.receive(message)
  })
  // Refused, because the database was away: the library tries again by itself only where nobody answers.
  socket.on('connect_error', () => {
    if (!socket.active)
      setTimeout(() => closing.signal.aborted || socket.connect(), RETRY_MILLISECONDS).unref()
  })
  // Its token has ended.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect' && !closing.signal.aborted) socket.connect()
  })
  socket.connect()

  return {
    participant,
    socket,
    shown: screen.shown,
    shows: screen.shows,
    async send(content, clientKey = randomUUID()) {
      const number = (sent += 1)
      const message = await insist<Message>('POST', '', { clientKey, content })
      if (!message) throw new Error('Nobody waits for the acknowledgement any more')
      const { id, seq } = message
      return { conversationId, senderId: participant.id, clientKey, id, seq, content, number }
    },
    close() {
      closing.abort()
      socket.close()
    },
  }
}
