import type { Context } from '#server/context.ts'
import { REVIEWERS_AT_ONCE, selectReviewersWithoutMailbox, updateReviewerMailbox } from './queries.ts'

/**
 * Adds the reviewer's mailbox to reviews from before it was saved, so that a second account with the same
 * mailbox cannot write another.
 */
export async function saveMissingMailboxes({
  db,
  personHashes,
}: Pick<Context, 'db' | 'personHashes'>): Promise<void> {
  for (let after: string | null = null; ;) {
    const people: { id: string }[] = await selectReviewersWithoutMailbox(db, after)
    for (const { id } of people) {
      const mailbox = await personHashes.hashOfAccount(db, id)
      if (mailbox) await updateReviewerMailbox(db, id, mailbox)
    }
    if (people.length < REVIEWERS_AT_ONCE) return
    after = people.at(-1)?.id ?? null
  }
}
