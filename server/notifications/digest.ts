import type { PublicConfig } from '#contract/site.ts'
import type { Database } from '#server/db/connect.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { AUTOMATIC, type Mailer } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { unsubscribeLinks } from '#server/mail/unsubscribe-links.ts'
import type { Secrets } from '#server/secrets.ts'
import { digestLetter } from './digest-letter.ts'
import {
  dropMailMarks,
  lockWaiting,
  markMailed,
  selectAddress,
  selectDuePeople,
  selectMailed,
} from './digest-queries.ts'

interface DigestParts {
  db: Database
  jobs: Jobs
  mailer: Mailer
  secrets: Secrets
  site: PublicConfig
}

const DIGEST = defineJob<{ personId: string }>('news-digest')
const SEND_DIGEST = defineJob<{ personId: string; notificationIds: string[] }>('send-digest')
const PEOPLE_AT_ONCE = 500
/** A mail counts no more than this; nobody reads so many. */
const TOLD_IN_MAIL = 500

/**
 * Unread news by mail: ten minutes after the first of them everything that is still unread goes in one mail. What
 * was read meanwhile goes in none.
 */
export function newsDigest({ db, jobs, mailer, secrets, site }: DigestParts) {
  const links = unsubscribeLinks({ secrets, publicUrl: site.publicUrl })

  /** The mark goes in the transaction that adds the mail, so that each notification is in at most one. */
  async function gather({ personId }: { personId: string }) {
    await db.transaction().execute(async (tx) => {
      const waiting = await lockWaiting(tx, personId)
      const isTime = waiting.some((row) => row.is_due && row.is_news)
      const mailed = isTime ? waiting.filter((row) => row.is_news).map(({ id }) => id) : []
      await dropMailMarks(
        tx,
        waiting.filter((row) => row.is_due && !row.is_news).map(({ id }) => id),
      )
      if (mailed.length === 0) return
      await markMailed(tx, mailed)
      await jobs.enqueue(tx, SEND_DIGEST, { personId, notificationIds: mailed.slice(0, TOLD_IN_MAIL) })
    })
  }

  jobs.handle(DIGEST, gather, { concurrency: 4 })

  jobs.handle(
    SEND_DIGEST,
    async ({ personId, notificationIds }, { id }) => {
      const to = await selectAddress(db, personId)
      const rows = await selectMailed(db, notificationIds)
      if (to === undefined || rows.length === 0) return
      const news = rows.map(({ type, content, action_url: actionUrl }) => ({ type, content, actionUrl }))
      const unsubscribeUrl = links.pageFor(links.tokenFor(personId))
      const mail = renderMail(digestLetter(news, { site, unsubscribeUrl }))
      const headers = { ...links.headersFor(personId), ...AUTOMATIC }
      // Of a mail that a second try sends again mail programs show one.
      const messageId = `<digest.${id}@${new URL(site.publicUrl).hostname}>`
      await mailer.send({ to, ...mail, messageId, headers })
    },
    { concurrency: 4 },
  )

  return {
    async releaseDueDigests(): Promise<void> {
      for (let after: string | null = null; ;) {
        const people = await selectDuePeople(db, { after, limit: PEOPLE_AT_ONCE })
        const payloads = people.map((personId) => ({ personId }))
        // While one waits to run, another for the same person is not added.
        await jobs.enqueueAll(db, DIGEST, payloads, ({ personId }) => ({ singletonKey: personId }))
        if (people.length < PEOPLE_AT_ONCE) return
        after = people.at(-1) ?? null
      }
    },
  }
}
