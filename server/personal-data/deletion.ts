import { AppError } from '#server/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { PersonalDataParts } from './personal-data-parts.ts'
import { deletePerson, selectExportIds, selectLeaving, selectProof } from './queries.ts'
import type { FileRemoval } from './removal.ts'

/** How long `reauthenticate` counts. */
const PROOF_SECONDS = 10 * 60

export function accountDeletion(
  { db, accounts, changes, photos, conversations, notifications, support }: PersonalDataParts,
  removal: FileRemoval,
) {
  const { limiter, mails, oneTime, sessions } = accounts.parts

  /**
   * Removes the person and all that is theirs alone. Reviews and messages that they wrote stay without a name; their pictures
   * and exports leave the storage by a job.
   */
  return async function deleteAccount(viewer: Viewer): Promise<void> {
    const { names, toldOfReviews } = await db.transaction().execute(async (tx) => {
      const leaving = await selectLeaving(tx, viewer.id)
      if (!leaving) throw new AppError('no-user-to-delete')
      const proof = await selectProof(tx, viewer.sessionId, PROOF_SECONDS)
      if (!proof) throw new AppError('session-ended')
      if (!proof.isFresh) throw new AppError('reauthentication-required')
      const change = await oneTime.payloadOf<{ email: string }>(tx, 'change-email', viewer.id)
      await photos.removeAllOfPerson(tx, viewer.id)
      await conversations.leave(tx, viewer.id)
      await notifications.forgetReviewer(tx, viewer.id)
      // Anybody may have registered an address that is not confirmed.
      if (leaving.email_verified_at !== null) await support.forget(tx, leaving.email)
      const pictures = leaving.avatar_url === null ? [] : [leaving.avatar_url]
      await removal.queue(tx, { pictures, exports: await selectExportIds(tx, viewer.id) })
      await sessions.end(tx, viewer.id)
      await mails.queue(tx, { mail: 'account-deleted', to: leaving.email })
      const told = await notifications.toldOfReviews(tx, { sellerId: viewer.id })
      await deletePerson(tx, viewer.id)
      await changes.announce(tx, 'market')
      return { names: [viewer.id, leaving.email, ...(change ? [change.email] : [])], toldOfReviews: told }
    })
    for (const personId of toldOfReviews) notifications.unreadChanged(personId)
    for (const name of names) await limiter.forget(name)
  }
}
