import { parseShortCode } from '#contract/sharing/short-links.ts'
import { deleteListing } from '#server/moderation/administration/deleting.ts'
import { findListing, listListingsOf } from '#server/moderation/administration/listings.ts'
import { countPhotos } from '#server/photos/service.ts'
import { sellerName } from '#server/products/seller.ts'
import { type AdminDeps, byFirstWord, type Command, type CommandLine, CommandError } from './command.ts'
import { decideAs, requireSigner } from './decision-commands.ts'
import { requirePerson } from './find-person.ts'

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** Accepts an id, or an address that contains the id or its short code. */
const idIn = (text: string): string | undefined =>
  ID.exec(text)?.[0].toLowerCase() ??
  text
    .split('/')
    .map((part) => parseShortCode(part))
    .find((id) => id !== undefined)

async function requireListing(deps: AdminDeps, which: string | undefined) {
  const id = which === undefined ? undefined : idIn(which)
  if (id === undefined) throw new CommandError("Give the listing's id or its page's address.")
  const listing = await findListing(deps, { id })
  if (!listing) throw new CommandError('There is no such listing. Only its seller sees a draft.')
  return listing
}

async function show(deps: AdminDeps, { words: [which] }: CommandLine): Promise<void> {
  const listing = await requireListing(deps, which)
  const lines = {
    id: listing.id,
    title: listing.title,
    status: listing.status,
    price: listing.price,
    category: listing.category_id,
    town: [listing.location, listing.region].filter(Boolean).join(', '),
    seller: `${sellerName(listing)} ${listing.seller_id}`,
    created: listing.created_at,
    photos: await countPhotos(deps.db, { productId: listing.id }),
    page: `${deps.config.publicUrl}/products/${listing.id}`,
  }
  for (const [name, value] of Object.entries(lines)) deps.print(`${name.padEnd(10)}${value ?? ''}`)
  if (listing.description) deps.print(`\n${listing.description}`)
}

async function listOf(deps: AdminDeps, { words: [who] }: CommandLine): Promise<void> {
  const { id } = await requirePerson(deps, who)
  const listings = await listListingsOf(deps, { sellerId: id })
  if (listings.length === 0) deps.print('There is no listing')
  for (const listing of listings) deps.print(`${listing.id}  ${listing.status}  ${listing.title}`)
}

const decideAbout =
  (action: 'hold' | 'remove' | 'restore'): Command =>
  async (deps, { words: [which], options }) => {
    const { id, title } = await requireListing(deps, which)
    await decideAs(deps, { action, target: { kind: 'product', id }, name: title }, options)
  }

async function deleteForGood(deps: AdminDeps, { words: [which], options }: CommandLine): Promise<void> {
  const { id, title } = await requireListing(deps, which)
  const { id: actorId } = await requireSigner(deps, options, 'administrator')
  await deleteListing(deps, { actorId, id })
  deps.print(`${title}: deleted for good`)
}

export const LISTING_COMMANDS: Record<string, Command> = {
  listings: byFirstWord(
    {
      of: listOf,
      show,
      hold: decideAbout('hold'),
      restore: decideAbout('restore'),
      remove: decideAbout('remove'),
      delete: deleteForGood,
    },
    'Say: listings of <person>, or listings show, hold, restore, remove or delete <listing>',
  ),
}
