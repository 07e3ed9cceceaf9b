import { useSyncExternalStore } from 'react'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

const STORAGE_KEY = 'sankofa.hidden'

/** Ends of ids (`idMark`) of the people and things that a person does not see. */
interface HiddenPeople {
  personId: string
  /** Milliseconds since 1970. */
  readAt: number
  /** Ends of ids of the people whom they blocked. */
  blocked: readonly string[]
  /** Ends of ids of everything that they reported, such as listings and reviews. */
  reported: readonly string[]
}

/** Why something is hidden: the viewer blocked its person or reported it. Nobody learns who blocked them. */
export type HiddenReason = 'blocked' | 'reported' | undefined

let stored: string | null = null
let people: HiddenPeople | undefined
const listeners = createListeners()

/** The lists of the signed-in person. */
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

/** Takes the marks (`idMark`) of a person and of something of theirs, such as a listing. */
export function findHiddenReason(person: string, thing = ''): HiddenReason {
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

/** The server hides nobody, because its pages are the same for everyone. */
export const useHiddenReason = (person: string, thing?: string): HiddenReason =>
  useSyncExternalStore(
    subscribe,
    () => findHiddenReason(person, thing),
    () => undefined,
  )

/** Hides a reported listing or review at once, before the server confirms the report. */
export function addReported(personId: string, mark: string): void {
  const known = readHidden()
  const reported = [mark, ...(known?.reported ?? [])]
  writeHidden({ personId, readAt: 0, blocked: [], ...known, reported })
}
