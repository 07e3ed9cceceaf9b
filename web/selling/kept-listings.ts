import { EMPTY_LISTING, type ListingValues } from './blank-listing.ts'
import { flagWaiting } from './listing-outbox-flag.ts'

/** What this browser keeps of a listing that is being written. */
export interface KeptListing {
  /** A UUID chosen here: the draft's client key. Of what was opened by its id, that id. */
  key: string
  /** Null until the server has the draft. */
  productId: string | null
  isPublished: boolean
  /** The server's version that the values build on. */
  version: number | null
  values: ListingValues
  /** Whether the server has all of it; of a published listing, whether nothing was changed. */
  isSaved: boolean
  /** `waiting` goes to the market as soon as there is a network, `refused` came back from there. */
  publishing: 'waiting' | 'refused' | null
  /** Keys of the photos that it had when it was put aside, or before the server had the draft. */
  photos?: readonly string[]
  /** How often the server itself failed with it while it waited. */
  faults?: number
  /** Why it was refused. */
  message: string | null
  /** Milliseconds since 1970. */
  changedAt: number
}

/** Half a listing more than anyone types; a pasted book is not kept. */
const CHARACTERS_MAX = 40_000
/** Per person; what the server has as well gives way first, then the oldest. */
const LISTINGS_MAX = 30

const prefixOf = (personId: string) => `sankofa.listing.${personId}.`
const listeners = new Set<() => void>()

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

/** An earlier build may have kept something else. */
function isListing(kept: Partial<KeptListing> | null): kept is KeptListing {
  const names = Object.keys(EMPTY_LISTING) as (keyof ListingValues)[]
  return (
    typeof kept?.key === 'string' &&
    typeof kept.changedAt === 'number' &&
    names.every((name) => kindOf(kept.values?.[name]) === kindOf(EMPTY_LISTING[name]))
  )
}

function parsed(text: string | null): KeptListing | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<KeptListing> | null
    return isListing(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Everything kept of a person, what was changed last first. */
export function keptListings(personId: string): KeptListing[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(personId)))
  const kept = keys.map((key) => parsed(localStorage.getItem(key))).filter((listing) => listing !== undefined)
  return kept.toSorted((one, other) => other.changedAt - one.changedAt)
}

export const keptListing = (personId: string, key: string): KeptListing | undefined =>
  parsed(localStorage.getItem(prefixOf(personId) + key))

export const keptOfProduct = (personId: string, productId: string): KeptListing | undefined =>
  keptListings(personId).find((listing) => listing.productId === productId)

/** Whether it has words or photos that the server does not know of at all. */
export const isUnknown = ({ productId, photos = [], values }: KeptListing): boolean =>
  productId === null && (photos.length > 0 || JSON.stringify(values) !== JSON.stringify(EMPTY_LISTING))

/** First those that cost nothing to lose. */
function leastMissed(personId: string, except: string): KeptListing[] {
  const cost = (listing: KeptListing) =>
    listing.publishing ? 2 : Number(!listing.isSaved || isUnknown(listing))
  return keptListings(personId)
    .filter(({ key }) => key !== except)
    .toSorted((one, other) => cost(one) - cost(other) || one.changedAt - other.changedAt)
}

function write(personId: string, listing: KeptListing, text: string): boolean {
  const others = leastMissed(personId, listing.key)
  for (const { key } of others.slice(0, Math.max(0, others.length + 1 - LISTINGS_MAX))) {
    localStorage.removeItem(prefixOf(personId) + key)
  }
  try {
    localStorage.setItem(prefixOf(personId) + listing.key, text)
    return true
  } catch {
    return false
  }
}

function changed(personId: string) {
  flagWaiting(
    personId,
    keptListings(personId).some(({ publishing }) => publishing === 'waiting'),
  )
  for (const notify of listeners) notify()
}

/** Keeps a listing in this browser. False when it is too long, or the storage full or forbidden. */
export function keepListing(personId: string, listing: KeptListing): boolean {
  const text = JSON.stringify(listing)
  const isKept = text.length <= CHARACTERS_MAX && write(personId, listing, text)
  changed(personId)
  return isKept
}

export function forgetListing(personId: string, key: string): void {
  localStorage.removeItem(prefixOf(personId) + key)
  changed(personId)
}

/** Told of every change, also of those that other tabs make. */
export function onKeptListings(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith('sankofa.listing.')) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
