import type { Conversation, ConversationRow, Message } from '#contract/conversations.ts'
import { readSession } from '#web/accounts/session-store.ts'
import { withStore } from './device-store.ts'
import { changeRows, type RowChange } from './inbox-rows.ts'

/** Its key is '{person}/list', '{person}/conversation/{id}' or '{person}/messages/{id}'. */
export interface Kept {
  key: string
  personId: string
  /** Milliseconds since 1970. */
  keptAt: number
  value: unknown
}

/** Conversations with their newest messages; the ones looked at longest ago leave first, each as a whole. */
const MOST = 50
const MESSAGES_KEPT = 50
/** Each conversation is kept in two parts, beside them the list. */
const KEYS_MOST = 2 * MOST + 1

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

/** Which conversation a part belongs to; undefined of the list. */
const conversationOf = ({ key }: Kept): string | undefined => key.split('/')[2]

/** What leaves so that at most so many conversations stay. */
function leaving(kept: readonly Kept[], most: number): Kept[] {
  const newestFirst = kept.toSorted((one, other) => other.keptAt - one.keptAt)
  const staying = new Set<string>()
  return newestFirst.filter((part) => {
    const id = conversationOf(part)
    if (id === undefined || staying.has(id)) return false
    if (staying.size >= most) return true
    staying.add(id)
    return false
  })
}

async function keep(personId: string, what: string, value: unknown): Promise<void> {
  if (!isSignedIn(personId)) return
  const kept: Kept = { key: `${personId}/${what}`, personId, keptAt: Date.now(), value }
  try {
    await withStore('kept', 'readwrite', (store) => store.put(kept))
    if (!isSignedIn(personId)) return await remove(kept.key)
    const keys = await withStore<number>('kept', 'readonly', (store) => store.count())
    if (keys <= KEYS_MOST) return
    for (const { key } of leaving(await all(), MOST)) await remove(key)
  } catch {
    // The device is full, or forbids it: then nothing is to be read offline.
  }
}

let lastChange: Promise<void> = Promise.resolve()

/** One change of the list after the other, since each begins with what the one before left. */
function inTurn(change: () => Promise<void>): Promise<void> {
  lastChange = lastChange.then(change)
  return lastChange
}

async function changeList(personId: string, change: RowChange): Promise<void> {
  const rows = await read<ConversationRow[]>(personId, 'list')
  if (rows) await keep(personId, 'list', changeRows(rows, change, personId))
}

/** What of a person's conversations can be read on this device without a network. */
export const keptConversations = {
  readList: (personId: string) => read<ConversationRow[]>(personId, 'list'),
  keepList: (personId: string, rows: ConversationRow[]) => inTurn(() => keep(personId, 'list', rows)),
  /** News of the list that is kept, whether it was shown since or not. */
  changeList: (personId: string, change: RowChange) => inTurn(() => changeList(personId, change)),
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
