import { NEWCOMER, RICH_BUYER, RICH_TITLE } from './market.ts'
import { type PageLook, productAt } from './page-looks.ts'
import type { Opening } from './selling-openings.ts'
import { inOrder, press } from './steps.ts'

const BUYER = RICH_BUYER.email

/** The newcomer's conversation, whose product the seller reserved for them. */
const reserved: PageLook['at'] = ({ heldConversationId }) => `/conversation/${heldConversationId}`

/** Openings of agreements. */
export const AGREEMENT_OPENINGS: Record<string, Opening[]> = {
  'agreements/AgreementCard.tsx': [
    { name: 'the question whether they met', at: reserved, as: NEWCOMER.email, open: press(/^We met/) },
  ],
  'agreements/AmountSheet.tsx': [
    {
      name: 'an offer from the page of a product',
      at: productAt(RICH_TITLE),
      as: BUYER,
      open: press('Make an offer'),
    },
    {
      name: 'an offer without an amount',
      at: ({ conversationId }) => `/conversation/${conversationId}`,
      as: BUYER,
      open: inOrder(press('Make an offer'), press('Send offer')),
    },
  ],
  'agreements/BuyerReviewSheet.tsx': [
    {
      name: 'a review of a buyer without a rating',
      at: ({ dealConversationId }) => `/conversation/${dealConversationId}`,
      as: BUYER,
      open: inOrder(press(/^Review /), press('Send review')),
    },
  ],
  'reviews/DeleteBuyerReviewDialog.tsx': [
    {
      name: 'the deletion of a review of a buyer',
      at: ({ reviewedConversationId }) => `/conversation/${reviewedConversationId}`,
      as: BUYER,
      open: press('Delete'),
    },
  ],
  'agreements/CancelSheet.tsx': [
    {
      name: 'a cancellation without a reason',
      at: reserved,
      as: NEWCOMER.email,
      open: inOrder(press('No, thanks'), press('Cancel the reservation')),
    },
  ],
  'agreements/MeetingPart.tsx': [
    {
      name: 'what to check before paying',
      at: reserved,
      as: NEWCOMER.email,
      open: (page) => page.locator('summary', { hasText: 'What to check before you pay' }).click(),
    },
  ],
  'agreements/MeetingSheet.tsx': [
    {
      name: 'a meeting without a time and a place',
      at: reserved,
      as: NEWCOMER.email,
      open: inOrder(press('Suggest a meeting'), press('Suggest meeting')),
    },
  ],
}
