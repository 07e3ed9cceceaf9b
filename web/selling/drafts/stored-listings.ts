import { Collection } from '#web/platform/offline/collection.ts'
import type { QueueRow } from '#web/platform/offline/queue.ts'
import { EMPTY_AMOUNTS } from '#contract/selling/amounts.ts'
import { EMPTY_CHOICES } from '#contract/selling/draft-choices.ts'
import { EMPTY_LISTING, type ListingValues } from '#web/selling/editor/blank-listing.ts'

/** A listing that is being written, as this browser stores it. It waits to be published once it has a `delivery`. */
export interface StoredListing extends Omit<QueueRow, 'personId'> {
  /** The draft's client key, a UUID made here; for a listing opened by its id, that id. */
  key: string
  /** Null until the server has the draft. */
  productId: string | null
  isPublished: boolean
  /** The server's version on which the values are based. */
  version: number | null
  values: ListingValues
  /** Whether the server has all of it; for a published listing, whether nothing was changed. */
  isSaved: boolean
  /** Keys of its photos when it started to wait, or before the server had the draft. */
  photos?: readonly string[]
  /** Milliseconds since 1970. */
  changedAt: number
}

export type StoredListingRow = StoredListing & { personId: string }

/** Half a listing more than anyone types; a pasted book is not stored. */
const CHARACTERS_MAX = 40_000
/** Maximum number of listings per person. */
const LISTINGS_MAX = 30

const FIELDS = Object.keys(EMPTY_LISTING) as (keyof ListingValues)[]

const isEmpty = (name: keyof ListingValues, values: ListingValues) =>
  JSON.stringify(values[name]) === JSON.stringify(EMPTY_LISTING[name])

/** Whether it has text or photos and no draft at the server. */
export const isUnknown = ({ productId, photos = [], values }: StoredListing): boolean =>
  productId === null && (photos.length > 0 || FIELDS.some((name) => !isEmpty(name, values)))

const costOfLosing = (listing: StoredListing): number =>
  listing.delivery ? 2 : Number(!listing.isSaved || isUnknown(listing))

/** Deletes listings that the server has first, then the oldest, but never the newest. */
function keysToEvict(rows: readonly StoredListingRow[]): string[] {
  const byPerson = Object.values(Object.groupBy(rows, ({ personId }) => personId))
  return byPerson.flatMap((own = []) => {
    const [, ...others] = own.toSorted((one, other) => other.changedAt - one.changedAt)
    const leastMissed = others.toSorted(
      (one, other) => costOfLosing(one) - costOfLosing(other) || one.changedAt - other.changedAt,
    )
    return leastMissed.slice(0, Math.max(0, own.length - LISTINGS_MAX)).map(({ key }) => key)
  })
}

export const storedListings = new Collection<StoredListingRow>('listings', { keysToEvict })

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

/** Defaults for fields that the release which stored a listing may not have had. */
const ADDED_SINCE: Partial<ListingValues> = { ...EMPTY_AMOUNTS, ...EMPTY_CHOICES, attributes: {} }

const completed = <Row extends StoredListing>(row: Row): Row => ({
  ...row,
  values: { ...ADDED_SINCE, ...row.values },
})

/** Another release may have stored other fields. */
function isListing({ key, changedAt, values }: StoredListing): boolean {
  return (
    typeof key === 'string' &&
    typeof changedAt === 'number' &&
    FIELDS.every((name) => kindOf(values?.[name]) === kindOf(EMPTY_LISTING[name]))
  )
}

/** A person's listings, last changed first. */
export const listListings = (personId: string, rows = storedListings.rows()): StoredListing[] =>
  rows
    .filter((row) => row.personId === personId)
    .map(completed)
    .filter(isListing)
    .toSorted((one, other) => other.changedAt - one.changedAt)

export const findListing = (personId: string, key: string): StoredListing | undefined =>
  listListings(personId).find((listing) => listing.key === key)

/** Returns false if the listing is too long, or the device has no room or forbids storage. */
export async function storeListing(personId: string, listing: StoredListing): Promise<boolean> {
  if (JSON.stringify(listing).length > CHARACTERS_MAX) return false
  return storedListings.put({ ...listing, personId })
}

export const deleteListing = (key: string): Promise<void> => storedListings.delete([key])
