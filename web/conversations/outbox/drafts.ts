import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const PREFIX = 'sankofa.draft.'
/** Maximum number of drafts; the oldest are deleted first. */
const DRAFTS_MAX = 50

const keyOf = (personId: string, conversationId: string) => `${PREFIX}${personId}.${conversationId}`

const draftKeys = () => deviceStorage.names().filter((key) => key.startsWith(PREFIX))

interface Draft {
  text: string
  at: number
}

const read = (key: string) => deviceStorage.read<Draft>(key)

export function readDraft(personId: string, conversationId: string): string {
  return read(keyOf(personId, conversationId))?.text ?? ''
}

/** Stores typed text that is not sent; an empty text deletes the draft. */
export function saveDraft(personId: string, conversationId: string, text: string): void {
  const key = keyOf(personId, conversationId)
  if (text === '') {
    deviceStorage.remove(key)
    return
  }
  // If storage is full or forbidden, only the draft is lost.
  deviceStorage.set(key, JSON.stringify({ text, at: Date.now() } satisfies Draft))
  const keys = draftKeys()
  if (keys.length <= DRAFTS_MAX) return
  const oldestFirst = keys.toSorted((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0))
  for (const old of oldestFirst.slice(0, keys.length - DRAFTS_MAX)) deviceStorage.remove(old)
}

/** Deletes all drafts, or all but one person's. */
export function deleteDrafts(exceptOf?: string): void {
  for (const key of draftKeys())
    if (!exceptOf || !key.startsWith(keyOf(exceptOf, ''))) deviceStorage.remove(key)
}
