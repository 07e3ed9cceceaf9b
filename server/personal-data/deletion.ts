import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import { endSessions } from '#server/accounts/sessions/service.ts'
import type { Context } from '#server/context.ts'
import { emitPersonLeft, leaveConversations } from '#server/conversations/service.ts'
import { deleteReportPictures, forgetOutsideReporter } from '#server/moderation/reports/service.ts'
import { preserveModerationRecords } from '#server/moderation/sanctions/service.ts'
import { forgetReviewer, listReviewNotificationReaders } from '#server/notifications/service.ts'
import { deletePhotosOfSeller } from '#server/photos/service.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { saveReviewerMailbox } from '#server/reviews/service.ts'
import { deleteContactMessages } from '#server/support/service.ts'
import { avatarKey, nameKey, photosKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { sellerName } from '#server/products/seller.ts'
import { deletePerson, selectExportIds, selectAccountToDelete } from './queries.ts'
import { enqueueFileRemoval } from './removal.ts'

type DeletionDeps = Pick<
  Context,
  'changes' | 'db' | 'jobs' | 'limiter' | 'live' | 'personHashes' | 'revocations' | 'secrets' | 'unreadBadges'
>

interface Deletion {
  userId: string
  /** Runs within the transaction if somebody else deletes the account. */
  record?: (tx: Database) => Promise<void>
}

/** Cache keys of pages that show the person, their listings or their reviews. */
function keysOf(
  userId: string,
  account: { full_name: string | null; username: string | null; avatar_url: string | null },
) {
  const keys = [sellerKey(userId), photosKey(userId), nameKey(sellerName(account))]
  return account.avatar_url === null ? keys : [...keys, avatarKey(account.avatar_url)]
}

async function deleteInTransaction(ctx: DeletionDeps, tx: Database, { userId, record }: Deletion) {
  const account = await selectAccountToDelete(tx, userId)
  if (!account) throw new AppError('no-user-to-delete')
  await record?.(tx)
  await preserveModerationRecords(ctx, tx, userId)
  await deleteReportPictures(ctx, tx, { personId: userId })
  await deletePhotosOfSeller(ctx, tx, { sellerId: userId })
  const peers = await leaveConversations(ctx, tx, { userId })
  await forgetReviewer(tx, userId)
  const mailbox = await ctx.personHashes.hashOfAccount(tx, userId)
  if (mailbox) await saveReviewerMailbox(tx, { userId, mailbox })
  // Anybody may have registered an unconfirmed address.
  const { email, email_verified_at: verifiedAt } = account
  if (email !== null && verifiedAt !== null) {
    await deleteContactMessages(tx, { email })
    await forgetOutsideReporter(tx, { email })
  }
  const pictures = account.avatar_url === null ? [] : [account.avatar_url]
  await enqueueFileRemoval(ctx, tx, { pictures, exports: await selectExportIds(tx, userId) })
  await endSessions(ctx, tx, { accountId: userId })
  if (email !== null) await queueAccountEmail(ctx, tx, { mail: 'account-deleted', to: email })
  const badgesOf = await listReviewNotificationReaders(tx, { sellerId: userId })
  await deletePerson(tx, userId)
  await ctx.changes.announce(tx, 'withheld', keysOf(userId, account))
  // `badgesOf` are the people whose unread notifications about reviews were deleted.
  return { email, peers, badgesOf }
}

/**
 * Deletes the person and everything that is only theirs. Their reviews and messages stay without a name, and
 * keyed hashes that protect others stay. A job removes their pictures and exports from the storage.
 */
export async function deleteAccount(ctx: DeletionDeps, deletion: Deletion): Promise<void> {
  const { userId } = deletion
  const deleted = await ctx.db.transaction().execute((tx) => deleteInTransaction(ctx, tx, deletion))
  await emitPersonLeft(ctx, { userId, peers: deleted.peers })
  for (const personId of deleted.badgesOf) ctx.unreadBadges.update(personId)
  // Limits that protect others count by mailbox and are not reset.
  for (const subject of [userId, deleted.email]) if (subject !== null) await ctx.limiter.forget(subject)
}
