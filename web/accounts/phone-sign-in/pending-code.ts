import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import type { Typed } from './use-phone-sign-in.ts'

const STORAGE_KEY = 'sankofa.phone-code'
/** As long as a code works. */
const VALID_MS = 10 * 60 * 1000

/** Stores that a code is on its way, so that a reload of the tab comes back to where it is typed. */
export const storePendingCode = ({ phone, name }: Typed): void =>
  void tabStorage.set(STORAGE_KEY, JSON.stringify({ phone, name, at: Date.now() }))

export const forgetPendingCode = (): void => tabStorage.remove(STORAGE_KEY)

export function findPendingCode(): Typed | undefined {
  const stored = tabStorage.read<Typed & { at: number }>(STORAGE_KEY)
  const isValid = stored !== undefined && stored.at > Date.now() - VALID_MS
  return isValid ? { phone: stored.phone, name: stored.name, code: '' } : undefined
}
