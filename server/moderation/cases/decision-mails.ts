import type { ActionName, RuleName } from '#contract/moderation/cases/decisions.ts'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'
import type { Context } from '#server/context.ts'
import { appealToken } from '#server/moderation/sanctions/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { selectDecision } from './decision-queries.ts'
import { decisionText } from './rules.ts'

interface DecisionMail {
  decisionId: string
  /** The person whom the decision is about; absent in older jobs. */
  personId?: string
}

export const DECISION_MAIL = defineJob<DecisionMail>('decision-mail')

const selectAddress = async (db: Database, accountId: string): Promise<string | null | undefined> =>
  (await db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirst())?.email

/** Mails decisions that keep a person from logging in, with the way to appeal. */
export async function sendDecisionMail(
  ctx: Pick<Context, 'db' | 'mailer' | 'secrets' | 'site'>,
  { decisionId, personId }: DecisionMail,
): Promise<void> {
  const decision = await selectDecision(ctx.db, decisionId)
  const recipient = personId ?? decision?.subject_id
  const to = recipient && (await selectAddress(ctx.db, recipient))
  if (!decision || !to) return
  const { siteName, publicUrl } = ctx.site
  const until = decision.until ? [`It ends on ${decision.until.slice(0, 10)}.`] : []
  const text = decisionText({
    kind: decision.target_kind as TargetKind,
    title: decision.title ?? '',
    action: decision.action as ActionName,
    rule: decision.rule as RuleName | null,
    words: decision.words,
  })
  await ctx.mailer.send({
    kind: 'decision',
    personId: recipient,
    to,
    ...renderMail({
      siteName,
      title: 'What we decided about your account',
      paragraphs: [
        text,
        ...until,
        'If you think that this is wrong, you can appeal. Another moderator will look at it again.',
      ],
      action: {
        text: 'Appeal',
        url: `${publicUrl}/appeal#token=${appealToken(ctx, decisionId)}`,
      },
      footer: `${siteName}, ${publicUrl}. This e-mail is about your account, so you cannot unsubscribe from it.`,
    }),
  })
}
