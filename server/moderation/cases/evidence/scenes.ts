import type { MessageScene, PersonScene, ReviewScene } from '#contract/moderation/cases/evidence.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { describeSharers } from '#server/access-traces/service.ts'
import type { CaseReader } from '#server/moderation/cases/case-queries.ts'
import { listingLink } from '#server/moderation/cases/notes/note-writer.ts'
import type { Database } from '#server/platform/db/connect.ts'
import * as queries from './scene-queries.ts'

const nameOf = (name: string | null) => name ?? 'Unknown'

interface ListingRow {
  product_id: string | null
  title: string
  is_public: boolean | null
}

const toListing = ({ product_id, title, is_public }: ListingRow) => ({
  title,
  link: product_id === null ? null : listingLink(product_id, is_public === true),
})

async function findMessageScene(db: Database, messageId: string): Promise<MessageScene | null> {
  const row = await queries.selectMessageScene(db, messageId)
  if (!row) return null
  const party = (id: string | null, name: string | null, since: string | null): MessageScene['writer'] =>
    id === null || since === null
      ? null
      : { id, name: nameOf(name), memberSince: since, side: id === row.seller_id ? 'seller' : 'buyer' }
  return {
    writer: party(row.writer_id, row.writer_name, row.writer_since),
    reader: party(row.reader_id, row.reader_name, row.reader_since),
    listing: toListing(row),
    sentAt: row.sent_at,
    messages: row.messages,
  }
}

export interface Subjected {
  target: Target
  /** The person responsible for the target. */
  subjectId: string
  facts: Record<string, unknown>
  reader: CaseReader
}

async function findReviewScene(
  db: Database,
  { target, subjectId, facts }: Subjected,
): Promise<ReviewScene | null> {
  const row =
    typeof facts.product === 'string'
      ? await queries.selectReviewScene(db, { productId: facts.product, writerId: subjectId })
      : await queries.selectBuyerReviewScene(db, target.id)
  if (!row) return null
  const { hit_id, hit_name, role, dealt } = row
  return { listing: toListing(row), hits: { id: hit_id, name: nameOf(hit_name), role }, dealt }
}

const SHARING_SHOWN = 10

/** The accounts that share a device or an address are without the reader's own, and without cases hidden from them. */
export async function findPersonScene(
  db: Database,
  { personId, reader }: { personId: string; reader: CaseReader },
): Promise<PersonScene> {
  const [picture, listings, newest, conversations, sharers] = await Promise.all([
    queries.selectPicture(db, personId),
    queries.selectListingCounts(db, personId),
    queries.selectNewestListings(db, personId),
    queries.selectConversationCounts(db, personId),
    describeSharers(db, personId),
  ])
  const ids = sharers.map(({ id }) => id)
  const sharing = await queries.selectSharing(db, { ids, reader, limit: SHARING_SHOWN })
  const devices = sharers.filter((each) => each.is_by_device).length
  return {
    picture,
    listings,
    newest: newest.map(({ id, title, status, created_at: createdAt }) => ({
      id,
      title,
      status,
      link: listingLink(id, status !== 'held'),
      createdAt,
    })),
    conversations,
    sharers: { devices, addresses: sharers.length - devices },
    sharing: sharing.map((each) => ({ ...each, name: nameOf(each.name) })),
  }
}

/** Surroundings of the target of a case, for its kind; null for the other kinds. */
export async function findScenes(db: Database, about: Subjected) {
  const { target } = about
  return {
    message: target.kind === 'message' ? await findMessageScene(db, target.id) : null,
    review: target.kind === 'review' ? await findReviewScene(db, about) : null,
    profile:
      target.kind === 'person'
        ? await findPersonScene(db, { personId: target.id, reader: about.reader })
        : null,
  }
}
