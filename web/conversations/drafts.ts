const PREFIX = 'sankofa.draft.'
/** The oldest drafts leave first. */
const MOST = 50

const keyOf = (personId: string, conversationId: string) => `${PREFIX}${personId}.${conversationId}`

const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))

interface Draft {
  text: string
  at: number
}

function read(key: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | undefined
  } catch {
    return undefined
  }
}

export function readDraft(personId: string, conversationId: string): string {
  return read(keyOf(personId, conversationId))?.text ?? ''
}

/** Keeps what was typed and not sent; an empty text forgets it. */
export function keepDraft(personId: string, conversationId: string, text: string): void {
  const key = keyOf(personId, conversationId)
  if (text === '') {
    localStorage.removeItem(key)
    return
  }
  try {
    localStorage.setItem(key, JSON.stringify({ text, at: Date.now() } satisfies Draft))
  } catch {
    // A full or forbidden storage costs only the draft.
  }
  const keys = draftKeys()
  if (keys.length <= MOST) return
  const oldestFirst = keys.toSorted((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0))
  for (const old of oldestFirst.slice(0, keys.length - MOST)) localStorage.removeItem(old)
}

/** Forgets all drafts, or all but one person's. */
export function forgetDrafts(exceptOf?: string): void {
  for (const key of draftKeys())
    if (!exceptOf || !key.startsWith(keyOf(exceptOf, ''))) localStorage.removeItem(key)
}
