import { useQueryClient } from '@tanstack/react-query'
import type { DealReview } from '#contract/agreements/buyer-reviews.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'
import { isolated } from '#contract/isolated.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { conversationKey } from '#web/conversations/queries.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'

const useReviewSheet = lazyDialog(async () => (await import('./BuyerReviewSheet.tsx')).BuyerReviewSheet)
const useDeleteDialog = lazyDialog(
  async () => (await import('#web/reviews/DeleteBuyerReviewDialog.tsx')).DeleteBuyerReviewDialog,
)

interface PartProps {
  conversation: Conversation
  review: DealReview
}

/** 'You reviewed Kofi. Shown once Kofi has written too, or on 12 Dec.' Nothing before it is written. */
function Written({ conversation, review: { state, until } }: PartProps) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  if (state === 'open') return null
  const name = isolated(conversation.other.name)
  const wait = until && ` Shown once ${name} has written too, or on ${formatDate(until, now, timeZone)}.`
  return <p className="w-full">{`You reviewed ${name}.${wait ?? ''}`}</p>
}

/** Nothing once the listing is deleted, because its reviews are deleted with it. */
function BuyersTools({ conversation: { id, product }, review }: PartProps) {
  const queryClient = useQueryClient()
  const personId = useSession()?.user.id ?? ''
  // The page may have been read before the deal, and the review may change there.
  function reread() {
    const { id: productId } = product
    for (const queryKey of [['product', productId], ['own-review', productId], conversationKey(personId, id)])
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  }
  if (product.id === null) return null
  return (
    <Link to={`/products/${product.id}#reviews`} className="button button-quiet" onClick={reread}>
      {review.state === 'open' ? 'Write a review' : 'See your review'}
    </Link>
  )
}

function SellersTools({ conversation, review }: PartProps) {
  const { id, other } = conversation
  const { dealId } = review
  const queryClient = useQueryClient()
  const personId = useSession()?.user.id ?? ''
  const sheet = useReviewSheet()
  const dialog = useDeleteDialog()
  function reread() {
    for (const queryKey of [conversationKey(personId, id), ['seller', other.id], ['buyer-reviews', other.id]])
      void queryClient.invalidateQueries({ queryKey })
  }
  return (
    <div className="deal-steps">
      {review.state === 'open' && (
        <Button look="primary" onClick={sheet.open}>{`Review ${isolated(other.name)}`}</Button>
      )}
      {review.state === 'waiting' && <Button onClick={sheet.open}>Change</Button>}
      {review.state === 'shown' && (
        <Link to={`/sellers/${other.id}#as-a-buyer`} className="button button-quiet">
          See your review
        </Link>
      )}
      {review.state !== 'open' && <Button onClick={dialog.open}>Delete</Button>}
      {sheet.show({ dealId, name: other.name, written: review.written, onWritten: reread })}
      {dialog.show({ dealId, onDeleted: reread })}
    </div>
  )
}

interface DealReviewPartProps {
  conversation: Conversation
  /** True if the card is about a later agreement, beside which a review that is shown needs no room. */
  isAside: boolean
}

/** The viewer's review of the other person of the conversation's newest deal, with its actions. */
export function DealReviewPart({ conversation, isAside }: DealReviewPartProps) {
  // A copy that an older version stored on this device has no review.
  const review = conversation.review as DealReview | null | undefined
  if (!review || (isAside && review.state === 'shown')) return null
  const part = { conversation, review }
  return (
    <>
      <Written {...part} />
      {review.isSeller ? <SellersTools {...part} /> : <BuyersTools {...part} />}
    </>
  )
}
