import type { Conversation, ConversationRow, Message } from '#contract/conversations.ts'
import { readSession } from '#web/accounts/session-store.ts'
import { withStore } from './device-store.ts'

interface Kept {
  key: string
  personId: string
  /** Milliseconds since 1970. */
  keptAt: number
  value: unknown
}

/** Conversations with their newest messages; the ones looked at longest ago leave first. */
const MOST = 100
const MESSAGES_KEPT = 50

async function read<Value>(personId: string, what: string): Promise<Value | undefined> {
  const kept = await withStore<Kept | undefined>('kept', 'readonly', (store) =>
    store.get(`${personId}/${what}`),
  ).catch(() => undefined)
  return kept?.value as Value | undefined
}

const all = () => withStore<Kept[]>('kept', 'readonly', (store) => store.getAll())
const remove = (key: string) => withStore<void>('kept', 'readwrite', (store) => store.delete(key))

/** What is written as a page closes may come after its person has signed out, when all was forgotten already. */
const isSignedIn = (personId: string) => readSession()?.user.id === personId

async function keep(personId: string, what: string, value: unknown): Promise<void> {
  if (!isSignedIn(personId)) return
  const kept: Kept = { key: `${personId}/${what}`, personId, keptAt: Date.now(), value }
  try {
    await withStore('kept', 'readwrite', (store) => store.put(kept))
    if (!isSignedIn(personId)) return await remove(kept.key)
    const keys = await withStore<number>('kept', 'readonly', (store) => store.count())
    if (keys <= MOST) return
    const oldestFirst = (await all()).toSorted((one, other) => one.keptAt - other.keptAt)
    for (const { key } of oldestFirst.slice(0, keys - MOST)) await remove(key)
  } catch {
    // The device is full, or forbids it: then nothing is to be read offline.
  }
}

/** What of a person's conversations can be read on this device without a network. */
export const keptConversations = {
  readList: (personId: string) => read<ConversationRow[]>(personId, 'list'),
  keepList: (personId: string, rows: ConversationRow[]) => keep(personId, 'list', rows),
  readConversation: (personId: string, id: string) => read<Conversation>(personId, `conversation/${id}`),
  keepConversation: (personId: string, conversation: Conversation) =>
    keep(personId, `conversation/${conversation.id}`, conversation),
  readMessages: (personId: string, id: string) => read<Message[]>(personId, `messages/${id}`),
  keepMessages: (personId: string, id: string, messages: Message[]) =>
    keep(personId, `messages/${id}`, messages.slice(-MESSAGES_KEPT)),
  /** Forgets everything, or everything but one person's. */
  async forget(exceptOf?: string): Promise<void> {
    try {
      for (const { key, personId } of await all()) if (personId !== exceptOf) await remove(key)
    } catch {
      // Where nothing can be kept there is nothing to forget.
    }
  },
}

export type KeptConversations = typeof keptConversations
