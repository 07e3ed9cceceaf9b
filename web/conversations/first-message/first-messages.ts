import { readSession } from '#web/accounts/sessions/session-store.ts'
import { type BrowserStorage, deviceStorage, tabStorage } from '#web/platform/offline/browser-storage.ts'

const PREFIX = 'sankofa.first-message.'
const STORED_MILLISECONDS = 7 * 24 * 60 * 60 * 1000

/** A message that somebody wrote to a seller before they were signed in. */
export interface FirstMessage {
  /** Identifies the message at the server and in the address that people open after signing in. */
  key: string
  productId: string
  text: string
  /**
   * E-mail address of the account that was registered with it. Without one, the message belongs to the person who
   * returns with its key in the address.
   */
  email?: string
  /** Id of its sender, if they were signed in. */
  personId?: string
  /** Only its writer can send it again. */
  isRefused?: boolean
  /** Milliseconds since 1970. */
  at: number
}

export const hasWriter = ({ email, personId }: Pick<FirstMessage, 'email' | 'personId'>): boolean =>
  email !== undefined || personId !== undefined

/** A message with a known writer waits for them in every tab; any other stays in the tab in which it was written. */
const storageOf = (message: Omit<FirstMessage, 'at'>) => (hasWriter(message) ? deviceStorage : tabStorage)

function read(storage: BrowserStorage, name: string): FirstMessage | undefined {
  const message = storage.read<FirstMessage>(name)
  return message && message.at > Date.now() - STORED_MILLISECONDS ? message : undefined
}

/** Returns false if the browser stores nothing. */
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

/** First messages for all products. */
export const firstMessages = (): FirstMessage[] =>
  [deviceStorage, tabStorage].flatMap((storage) =>
    storedIn(storage).flatMap((name) => read(storage, name) ?? []),
  )

/** Whether the signed-in person wrote it: their id or address matches, or they returned with its key in the address. */
export function isByViewer({ email, personId, key }: FirstMessage): boolean {
  const viewer = readSession()?.user
  if (!viewer) return false
  if (personId) return personId === viewer.id
  return email ? email.toLowerCase() === viewer.email?.toLowerCase() : location.search.includes(key)
}

/** Deletes the messages that the signed-in person did not write. */
export function forgetOthersFirstMessages(): void {
  for (const storage of [deviceStorage, tabStorage])
    for (const name of storedIn(storage)) {
      const message = read(storage, name)
      if (!message || !isByViewer(message)) storage.remove(name)
    }
}

/** The page that people open after signing in, and that sends the message. */
export const returnPath = ({ productId, key }: Pick<FirstMessage, 'productId' | 'key'>): string =>
  `/products/${productId}?message=${key}`
