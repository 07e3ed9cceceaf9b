import { readSession } from '#web/accounts/sessions/session-store.ts'
import { type BrowserStorage, deviceStorage, tabStorage } from '#web/platform/offline/browser-storage.ts'

const PREFIX = 'sankofa.first-message.'
const STORED_MILLISECONDS = 7 * 24 * 60 * 60 * 1000

/** What somebody wrote to a seller before they were signed in. */
export interface FirstMessage {
  /** The server knows the message by it, and so does the way back from signing in. */
  key: string
  productId: string
  text: string
  /** Of the account that was registered with it. Without, it is of the person who comes back by the way that names its key. */
  email?: string
  /** Of the person who was signed in when they sent it. */
  personId?: string
  /** Tried again only at the request of its writer. */
  isRefused?: boolean
  /** Milliseconds since 1970. */
  at: number
}

export const hasWriter = ({ email, personId }: Pick<FirstMessage, 'email' | 'personId'>): boolean =>
  email !== undefined || personId !== undefined

/** What has a writer waits for them in every tab; what has none stays in the tab in which it is written. */
const storageOf = (message: Omit<FirstMessage, 'at'>) => (hasWriter(message) ? deviceStorage : tabStorage)

function read(storage: BrowserStorage, name: string): FirstMessage | undefined {
  const message = storage.read<FirstMessage>(name)
  return message && message.at > Date.now() - STORED_MILLISECONDS ? message : undefined
}

/** False where the browser keeps nothing. */
export function saveFirstMessage(message: Omit<FirstMessage, 'at'>): boolean {
  forgetFirstMessage(message.productId)
  return storageOf(message).set(PREFIX + message.productId, JSON.stringify({ ...message, at: Date.now() }))
}

export const findFirstMessage = (productId: string): FirstMessage | undefined =>
  read(deviceStorage, PREFIX + productId) ?? read(tabStorage, PREFIX + productId)

export function forgetFirstMessage(productId: string): void {
  for (const storage of [deviceStorage, tabStorage]) storage.remove(PREFIX + productId)
}

const storedIn = (storage: BrowserStorage) => storage.names().filter((name) => name.startsWith(PREFIX))

/** Of all products. */
export const firstMessages = (): FirstMessage[] =>
  [deviceStorage, tabStorage].flatMap((storage) =>
    storedIn(storage).flatMap((name) => read(storage, name) ?? []),
  )

/** Whether the person who is signed in wrote it: by who they are or their address, or since they came by the way that names it. */
export function isByViewer({ email, personId, key }: FirstMessage): boolean {
  const viewer = readSession()?.user
  if (!viewer) return false
  if (personId) return personId === viewer.id
  return email ? email.toLowerCase() === viewer.email?.toLowerCase() : location.search.includes(key)
}

/** Forgets what anybody else wrote than the person who is signed in. */
export function forgetOthersFirstMessages(): void {
  for (const storage of [deviceStorage, tabStorage])
    for (const name of storedIn(storage)) {
      const message = read(storage, name)
      if (!message || !isByViewer(message)) storage.remove(name)
    }
}

/** Where to come back to once signed in, from where the message is sent. */
export const wayBack = ({ productId, key }: Pick<FirstMessage, 'productId' | 'key'>): string =>
  `/products/${productId}?message=${key}`
