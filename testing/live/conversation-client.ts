import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '#contract/conversations/conversations.ts'
import { type LiveClient, liveClient } from './live.ts'
import { conversationScreen, type ConversationScreen } from './conversation-screen.ts'
import type { Participant } from './conversation-people.ts'

/** Half a token's lifetime. */
const TOKEN_MILLISECONDS = 5 * 60_000
const RETRY_MILLISECONDS = 100
const RETRY_AT_MOST_MILLISECONDS = 2000
/** A broken connection is detected at once; giving up early on a busy server would only add load. */
const REQUEST_MILLISECONDS = 30_000
/** Permanent refusals; a timeout or too many requests may pass. */
const REFUSED = /answered 4(?!29|08)/

export interface Acknowledged {
  conversationId: string
  senderId: string
  clientKey: string
  /** The server's id. */
  id: string
  seq: number
  content: string
  /** Number of the message among the sender's: 1, 2, 3, … */
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
  /** Signs a token that is valid for some minutes. */
  sign: (participant: Participant) => Promise<string>
  reconnectionMilliseconds?: number
  /** Apparent network address, as a trusted proxy reports it. */
  address?: string
  /** Called for each new message on the screen. */
  onShown?: (message: Message) => void
}

/** Renews its token in time, like a browser. */
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

/** Message calls of one conversation, repeated until they succeed or the client is closed. */
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

  return async function requestWithRetries<T>(...call: Parameters<typeof request>): Promise<T | undefined> {
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

/**
 * One person in one conversation: sends over HTTP, receives over the socket and loads missed messages, like
 * the site.
 */
export function openConversationClient(options: ClientOptions): ConversationClient {
  const { participant, url, address } = options
  const { conversationId } = participant
  const closing = new AbortController()
  const token = tokenKeeper(options)
  const requestWithRetries = messageCalls(options, token, closing.signal)
  const screen = conversationScreen((after) => requestWithRetries('GET', `?after=${after}`), options.onShown)
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
  // The library retries by itself only if nobody answers, so a refusal during a database outage needs this.
  socket.on('connect_error', () => {
    if (!socket.active)
      setTimeout(() => closing.signal.aborted || socket.connect(), RETRY_MILLISECONDS).unref()
  })
  // The token has expired.
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
      const message = await requestWithRetries<Message>('POST', '', { clientKey, content })
      if (!message) throw new Error('The client was closed before the acknowledgement')
      const { id, seq } = message
      return { conversationId, senderId: participant.id, clientKey, id, seq, content, number }
    },
    close() {
      closing.abort()
      socket.close()
    },
  }
}
