import { useSyncExternalStore } from 'react'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

const STORAGE_KEY = 'sankofa.hidden'

/** Ends of ids (`idMark`) of those whose listings a person does not see. */
interface HiddenPeople {
  personId: string
  /** In milliseconds since 1970. */
  readAt: number
  /** Whom they have blocked. */
  blocked: readonly string[]
  /** Ends of ids of what they reported. */
  reported: readonly string[]
}

/** By the viewer: who blocked them is nowhere. */
export type Apart = 'blocked' | 'reported' | undefined

let stored: string | null = null
let people: HiddenPeople | undefined
const listeners = createListeners()

/** Of the person who is signed in here. */
export function readHidden(): HiddenPeople | undefined {
  const text = deviceStorage.get(STORAGE_KEY)
  if (text !== stored) {
    stored = text
    people = deviceStorage.read<HiddenPeople>(STORAGE_KEY)
  }
  return people && people.personId === readSession()?.user.id ? people : undefined
}

export function writeHidden(next: HiddenPeople | undefined): void {
  if (next) deviceStorage.set(STORAGE_KEY, JSON.stringify(next))
  else deviceStorage.remove(STORAGE_KEY)
  listeners.call()
}

/** By the marks of a person and of something of theirs. */
export function apartFrom(person: string, thing = ''): Apart {
  const lists = readHidden()
  if (lists?.blocked.includes(person)) return 'blocked'
  return lists?.reported.includes(thing) ? 'reported' : undefined
}

function subscribe(listener: () => void): () => void {
  const stop = listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}

/** Nobody is hidden on the server, whose pages are the same for everyone. */
export const useApart = (person: string, thing?: string): Apart =>
  useSyncExternalStore(
    subscribe,
    () => apartFrom(person, thing),
    () => undefined,
  )

/** At once; the server's word comes later. */
export function addReported(personId: string, mark: string): void {
  const known = readHidden()
  const reported = [mark, ...(known?.reported ?? [])]
  writeHidden({ personId, readAt: 0, blocked: [], ...known, reported })
}
