import { dayAndTime, momentWriter } from '#contract/agreements/moments.ts'
import { checksOf, FIRST_CHECKS } from '#contract/agreements/checks.ts'
import { isolated } from '#contract/isolated.ts'
import { CONVERSATION_PATH } from '#contract/conversations/message-texts.ts'
import type { Context } from '#server/context.ts'
import { notify } from '#server/notifications/service.ts'
import { sellerName } from '#server/products/seller.ts'
import { claimReminder, lockPeople, type MeetingRow, selectMeetingsToRemind } from './reminder-queries.ts'

/** Meetings of which one run of the job reminds at most. */
const PER_RUN = 2000

type Deps = Pick<Context, 'db' | 'jobs' | 'log' | 'site'>

/** 'You meet Ama at 16:00: Filling station in Osu.' */
const reminder = (name: string, { meeting_at: at, meeting_place: place }: MeetingRow, timeZone: string) =>
  `You meet ${isolated(name)} at ${dayAndTime(momentWriter(timeZone)(at))[1]}: ${isolated(place)}.`

/** Reminds both people in the transaction that marks the meeting, so that a killed process reminds of all or nothing. */
const remindOne = ({ db, jobs, site }: Deps, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const names = await lockPeople(tx, id)
    const meeting = await claimReminder(tx, id)
    if (!meeting) return
    const { buyer_id: buyer, seller_id: seller, category_id: category } = meeting
    const checks = checksOf(category).checks.slice(0, FIRST_CHECKS).join(' ')
    for (const [to, other, advice] of [
      [buyer, seller, ` Before you pay: ${checks}`],
      [seller, buyer, ''],
    ] as const) {
      const profile = names.get(other)
      await notify({ jobs }, tx, {
        to: [to],
        type: 'meeting',
        content: reminder(profile ? sellerName(profile) : '', meeting, site.timeZone) + advice,
        actionUrl: `${CONVERSATION_PATH}${meeting.conversation_id}`,
        mayRepeat: true,
      })
    }
  })

/** Reminds of confirmed meetings that begin soon. One that fails does not stop the others. */
export async function remindOfMeetings(ctx: Deps): Promise<void> {
  for (const id of await selectMeetingsToRemind(ctx.db, PER_RUN)) {
    try {
      await remindOne(ctx, id)
    } catch (error) {
      ctx.log.error({ err: error, agreement: id }, 'people could not be reminded of a meeting')
    }
  }
}
