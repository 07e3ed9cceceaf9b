import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import type { Typed } from './use-phone-sign-in.ts'

const STORAGE_KEY = 'sankofa.phone-code'
/** How long a code is valid. */
const VALID_MS = 10 * 60 * 1000

/** Stores that a code was sent, so that after a reload of the tab the person can type it. */
export const storePendingCode = ({ phone, name }: Typed): void =>
  void tabStorage.set(STORAGE_KEY, JSON.stringify({ phone, name, at: Date.now() }))

export const forgetPendingCode = (): void => tabStorage.remove(STORAGE_KEY)

export function findPendingCode(): Typed | undefined {
  const stored = tabStorage.read<Typed & { at: number }>(STORAGE_KEY)
  const isValid = stored !== undefined && stored.at > Date.now() - VALID_MS
  return isValid ? { phone: stored.phone, name: stored.name, code: '' } : undefined
}
