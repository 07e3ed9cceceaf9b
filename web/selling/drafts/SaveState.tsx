import type { SaverState } from './draft-saver.ts'

type Shown = Pick<SaverState, 'where' | 'isSending' | 'refusal' | 'productId'> & {
  isOnline: boolean
  isPublished: boolean
}

/** Where the typed text is saved, in a few words. */
export function saveStateText(shown: Shown): string {
  const { where, isSending, refusal, productId, isOnline, isPublished } = shown
  if (where === 'screen') return 'Not saved: no room on this device'
  if (where === 'server' && isPublished) return 'No changes'
  if (where === 'server') return productId === null ? '' : 'Saved'
  if (isPublished) return 'Changes saved on this device'
  return isOnline && !refusal && isSending ? 'Saving…' : 'Saved on this device'
}

export function SaveState(shown: Shown) {
  return <p className="text-sm text-muted">{saveStateText(shown)}</p>
}
