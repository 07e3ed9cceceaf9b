import type { Context } from '#server/context.ts'
import { defineJob, type JobRun } from '#server/platform/jobs/job-kind.ts'
import { AUTOMATIC } from '#server/platform/mail/mailer.ts'
import { type MailContent, renderMail } from '#server/platform/mail/render-mail.ts'
import { unsubscribeLinks } from '#server/platform/mail/unsubscribe-links.ts'
import {
  dropMailMarks,
  lockWaiting,
  markMailed,
  selectAddress,
  selectDuePeople,
  selectMailed,
} from './digest-queries.ts'
import { NOTIFICATION_TYPES, type NotificationType } from '#contract/notifications/notification-types.ts'
import { ownPath } from '#contract/own-path.ts'
import type { PublicConfig } from '#contract/site.ts'

interface MailedNotification {
  type: NotificationType
  content: string
  actionUrl: string | null
}

/** Notifications that the e-mail shows; it only counts the rest. */
const SHOWN_IN_MAIL = 20
/** Characters of a subject that phones show. */
const SUBJECT_MAX = 70

const subjectOf = (content: string) =>
  content.length <= SUBJECT_MAX ? content : `${content.slice(0, SUBJECT_MAX).replace(/\s+\S*$/, '')}…`

/** The e-mail about unread notifications, newest first. */
function digestEmail(
  notifications: readonly MailedNotification[],
  { site, unsubscribeUrl }: { site: PublicConfig; unsubscribeUrl: string },
): MailContent {
  const { siteName, publicUrl } = site
  const [first] = notifications
  const alone = notifications.length === 1 ? first : undefined
  const rest = notifications.length - SHOWN_IN_MAIL
  const title = alone ? NOTIFICATION_TYPES[alone.type].title : `${notifications.length} new notifications`
  const path = alone?.actionUrl && ownPath(alone.actionUrl) === alone.actionUrl ? alone.actionUrl : undefined
  return {
    siteName,
    title,
    ...(alone && { subject: subjectOf(alone.content) }),
    paragraphs: [
      ...notifications
        .slice(0, SHOWN_IN_MAIL)
        .map(({ type, content }) => (alone ? content : `${NOTIFICATION_TYPES[type].title}: ${content}`)),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ],
    action: path
      ? { text: 'View', url: publicUrl + path }
      : { text: 'See your notifications', url: `${publicUrl}/notifications-page` },
    footer: `${siteName}, ${publicUrl}. We sent this because you have not read these notifications yet. Choose in your settings what we send by e-mail.`,
    unsubscribe: { text: 'Stop these e-mails', url: unsubscribeUrl },
  }
}

export const DIGEST = defineJob<{ personId: string }>('news-digest')
export const SEND_DIGEST = defineJob<{ personId: string; notificationIds: string[] }>('send-digest')
const PEOPLE_AT_ONCE = 500
/** Maximum number of notifications that one e-mail mentions or counts. */
const NOTIFICATIONS_PER_MAIL = 500

/** Returns false if the mailbox has reached its limit; its notifications then wait. */
async function hasRoom({ db, mailAllowance }: Pick<Context, 'db' | 'mailAllowance'>, personId: string) {
  const isDue = (await lockWaiting(db, personId)).some((row) => row.is_due && row.is_wanted)
  const to = isDue ? await selectAddress(db, personId) : undefined
  return to === undefined || mailAllowance.take('digest', to)
}

/**
 * Ten minutes after the first unread notification, one e-mail contains everything that is still unread. The
 * transaction that adds the job also removes the marks, so that each notification is in at most one e-mail.
 */
export async function prepareDigest(
  ctx: Pick<Context, 'db' | 'jobs' | 'mailAllowance'>,
  { personId }: { personId: string },
): Promise<void> {
  if (!(await hasRoom(ctx, personId))) return
  await ctx.db.transaction().execute(async (tx) => {
    const waiting = await lockWaiting(tx, personId)
    const isTime = waiting.some((row) => row.is_due && row.is_wanted)
    const mailed = isTime ? waiting.filter((row) => row.is_wanted).map(({ id }) => id) : []
    await dropMailMarks(
      tx,
      waiting.filter((row) => row.is_due && !row.is_wanted).map(({ id }) => id),
    )
    if (mailed.length === 0) return
    await markMailed(tx, mailed)
    const notificationIds = mailed.slice(0, NOTIFICATIONS_PER_MAIL)
    await ctx.jobs.enqueue(tx, SEND_DIGEST, { personId, notificationIds })
  })
}

export async function sendDigest(
  { db, mailer, secrets, site }: Pick<Context, 'db' | 'mailer' | 'secrets' | 'site'>,
  { personId, notificationIds }: { personId: string; notificationIds: string[] },
  { id }: Pick<JobRun, 'id'>,
): Promise<void> {
  const to = await selectAddress(db, personId)
  const rows = await selectMailed(db, notificationIds)
  if (to === undefined || rows.length === 0) return
  const links = unsubscribeLinks({ secrets, publicUrl: site.publicUrl })
  const notifications = rows.map(({ type, content, action_url: actionUrl }) => ({ type, content, actionUrl }))
  const unsubscribeUrl = links.pageFor(links.tokenFor(personId))
  const mail = renderMail(digestEmail(notifications, { site, unsubscribeUrl }))
  const headers = { ...links.headersFor(personId), ...AUTOMATIC }
  // Mail programs show only one of two mails with the same id, for example after a second attempt.
  const messageId = `<digest.${id}@${new URL(site.publicUrl).hostname}>`
  await mailer.send({ kind: 'digest', personId, to, ...mail, messageId, headers })
}

export async function releaseDueDigests({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  for (let after: string | null = null; ;) {
    const people = await selectDuePeople(db, { after, limit: PEOPLE_AT_ONCE })
    const payloads = people.map((personId) => ({ personId }))
    // No second job is added for a person whose job is still waiting.
    await jobs.enqueueAll(db, DIGEST, payloads, ({ personId }) => ({ singletonKey: personId }))
    if (people.length < PEOPLE_AT_ONCE) return
    after = people.at(-1) ?? null
  }
}
