import type { Conversation, ConversationRow, Message } from '#contract/conversations/conversations.ts'
import { isSignedInAs } from '#web/accounts/sessions/signed-in-as.ts'
import { changeRows, type RowChange } from '#web/conversations/inbox/inbox-rows.ts'
import { withoutPerson } from '#web/conversations/unknown-user.ts'
import { BrowserStore, type StoredRow } from '#web/platform/offline/database.ts'
import { withLock } from '#web/platform/offline/locks.ts'

/** The key is '{person}/list', '{person}/conversation/{id}' or '{person}/messages/{id}'. */
export interface StoredPart extends StoredRow {
  /** Milliseconds since 1970. */
  savedAt: number
  value: unknown
}

/** Conversations opened longest ago are deleted first, each as a whole. */
const CONVERSATIONS_MAX = 50
const MESSAGES_MAX = 50
/** Each conversation is stored in two parts, plus one list. */
const ROWS_MAX = 2 * CONVERSATIONS_MAX + 1

const store = new BrowserStore<StoredPart>('conversations')

async function read<Value>(personId: string, name: string): Promise<Value | undefined> {
  const part = await store.get(`${personId}/${name}`).catch(() => undefined)
  return part?.value as Value | undefined
}

/** A part's conversation; undefined for the list. */
const conversationOf = ({ key }: StoredPart): string | undefined => key.split('/')[2]

function keysToEvict(storedRows: readonly StoredPart[]): string[] {
  if (storedRows.length <= ROWS_MAX) return []
  const newestFirst = storedRows.toSorted((one, other) => other.savedAt - one.savedAt)
  const ids = newestFirst.map(conversationOf).filter((id) => id !== undefined)
  const keptIds = new Set([...new Set(ids)].slice(0, CONVERSATIONS_MAX))
  const isEvicted = (part: StoredPart) => !keptIds.has(conversationOf(part) ?? '')
  return storedRows
    .filter((part) => conversationOf(part) !== undefined && isEvicted(part))
    .map(({ key }) => key)
}

async function save(personId: string, name: string, value: unknown): Promise<void> {
  if (!isSignedInAs(personId)) return
  const key = `${personId}/${name}`
  try {
    await store.put({ key, personId, savedAt: Date.now(), value })
    // A write while the page closes may finish after its person has signed out and everything was deleted.
    const unwanted = isSignedInAs(personId) ? keysToEvict(await store.all()) : [key]
    if (unwanted.length > 0) await store.delete(unwanted)
  } catch {
    // The device is full or forbids storage; then nothing can be read offline.
  }
}

/** Changes the list one step after the other, because each step starts from the result of the one before. */
const changing = (change: () => Promise<void>) => withLock('sankofa.conversations', change)

async function changeList(personId: string, change: RowChange): Promise<void> {
  const rows = await read<ConversationRow[]>(personId, 'list')
  if (rows) await save(personId, 'list', changeRows(rows, change, personId))
}

/** Keeps the position and the age of each conversation. */
async function removePerson(personId: string, userId: string): Promise<void> {
  await changeList(personId, { type: 'left', userId })
  try {
    for (const part of await store.all()) {
      if (!part.key.startsWith(`${personId}/conversation/`)) continue
      const value = withoutPerson(part.value as Conversation, userId)
      if (value !== part.value) await store.put({ ...part, value })
    }
  } catch {
    // A device that stores nothing has no names to remove.
  }
}

/** The part of a person's conversations that this device can show without a network. */
export const storedConversations = {
  readList: (personId: string) => read<ConversationRow[]>(personId, 'list'),
  saveList: (personId: string, rows: ConversationRow[]) => changing(() => save(personId, 'list', rows)),
  /** Changes the stored list, even if no list was shown since. */
  changeList: (personId: string, change: RowChange) => changing(() => changeList(personId, change)),
  /** Somebody deleted their account: removes their name from this device. */
  personLeft: (personId: string, userId: string) => changing(() => removePerson(personId, userId)),
  readConversation: (personId: string, id: string) => read<Conversation>(personId, `conversation/${id}`),
  saveConversation: (personId: string, conversation: Conversation) =>
    save(personId, `conversation/${conversation.id}`, conversation),
  readMessages: (personId: string, id: string) => read<Message[]>(personId, `messages/${id}`),
  saveMessages: (personId: string, id: string, messages: Message[]) =>
    save(personId, `messages/${id}`, messages.slice(-MESSAGES_MAX)),
  /** Deletes everything, or everything but one person's. */
  async delete(exceptOf?: string): Promise<void> {
    try {
      const others = (await store.all()).filter(({ personId }) => personId !== exceptOf)
      await store.delete(others.map(({ key }) => key))
    } catch {
      // A device that stores nothing has nothing to delete.
    }
  },
}

export type StoredConversations = typeof storedConversations
