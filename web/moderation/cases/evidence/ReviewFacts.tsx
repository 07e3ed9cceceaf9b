import type { ReviewScene } from '#contract/moderation/cases/evidence.ts'
import { ListingLink, PersonLink } from '#web/moderation/cases/DeskLink.tsx'
import { Facts } from '#web/moderation/cases/Facts.tsx'

const DEALT = {
  deal: 'They confirmed a deal about it',
  conversation: 'They chatted about it, without a confirmed deal',
  nothing: 'They neither chatted about it nor agreed a deal',
} as const

/** The listing of a review, the person whose rating it moves, and whether the two dealt with each other. */
export const ReviewFacts = ({ scene: { listing, hits, dealt } }: { scene: ReviewScene }) => (
  <Facts
    facts={[
      ['Listing', <ListingLink key="listing" {...listing} />],
      [hits.role === 'seller' ? 'Seller' : 'Buyer', <PersonLink key="hits" {...hits} />],
      ['The two', DEALT[dealt]],
    ]}
  />
)
