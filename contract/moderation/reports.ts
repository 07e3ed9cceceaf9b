import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { Cursor, pageOf } from '#contract/page.ts'
import { paragraphs, REQUIRED } from '#contract/plain-text.ts'
import { Photo } from '#contract/products.ts'
import { ACTION_NAMES, RULE_NAMES } from './decisions.ts'
import { isReasonFor, REPORT_REASON_NAMES, TARGET_KINDS } from './report-reasons.ts'

export const Target = z.object({ kind: z.enum(TARGET_KINDS), id: z.uuid('Not an id') })
export type Target = z.output<typeof Target>

export const ReportForm = z
  .object({
    target: Target,
    reason: z.enum(REPORT_REASON_NAMES, 'Please choose a reason'),
    words: paragraphs(MODERATION_WORDS_MAX),
  })
  .check(
    z.refine(({ target, reason }) => isReasonFor(reason, target.kind), {
      path: ['reason'],
      error: 'Please choose a reason',
    }),
  )
export type ReportForm = z.output<typeof ReportForm>

/**
 * Not a call with JSON: `PUT` takes the bytes of a picture of one's own report until it is decided, and answers 204.
 * `position` is 0, 1 or 2; the same once more changes nothing.
 */
export const reportPicturePath = (reportId: string, position: string) =>
  `/api/reports/${reportId}/pictures/${position}` as const

/** A receipt, and what came of it. */
export const Report = z.object({
  id: z.string(),
  target: Target,
  /** What it is called; null of messages, and of what was deleted. */
  title: z.nullable(z.string()),
  reason: z.string(),
  createdAt: z.string(),
  outcome: z.nullable(z.enum(['upheld', 'not-upheld'])),
  /** For the reporter; moderators see them in the case. */
  pictures: z.array(Photo),
})
export type Report = z.output<typeof Report>

const Appeal = z.object({
  words: z.string(),
  outcome: z.nullable(z.enum(['upheld', 'rejected'])),
  outcomeWords: z.string(),
  createdAt: z.string(),
})

/** A decision, as the person reads it whom it is about. */
export const OwnDecision = z.object({
  id: z.string(),
  target: Target,
  /** Title of a listing, or empty. */
  title: z.string(),
  action: z.enum(ACTION_NAMES),
  rule: z.nullable(z.enum(RULE_NAMES)),
  words: z.string(),
  until: z.nullable(z.string()),
  createdAt: z.string(),
  appeal: z.nullable(Appeal),
  mayAppeal: z.boolean(),
})
export type OwnDecision = z.output<typeof OwnDecision>

/** From a mail, or from a refused log-in. */
const AppealToken = z.string().check(z.maxLength(200))
const AppealWords = paragraphs(MODERATION_WORDS_MAX, REQUIRED)

export const reportsContract = {
  createReport: endpoint({
    method: 'POST',
    path: '/api/reports',
    access: 'signed-in',
    summary:
      'Reports a listing, a person, a message to oneself or a review; once more answers with the first one until that is decided.',
    body: ReportForm,
    reply: Report,
    status: 201,
  }),
  listReports: endpoint({
    method: 'GET',
    path: '/api/reports',
    access: 'signed-in',
    summary: 'What the person reported and what came of it, newest first.',
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(Report),
  }),
  listOwnDecisions: endpoint({
    method: 'GET',
    path: '/api/decisions',
    access: 'signed-in',
    summary: 'What moderators decided about the person and what is theirs, newest first.',
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(OwnDecision),
  }),
  createAppeal: endpoint({
    method: 'POST',
    path: '/api/decisions/:id/appeal',
    access: 'owner',
    summary: 'Has a decision looked at again by somebody else, once.',
    params: z.object({ id: z.uuid('Not an id') }),
    body: z.object({ words: AppealWords }),
    reply: OwnDecision,
    status: 201,
  }),
  readDecision: endpoint({
    method: 'POST',
    path: '/api/appeals/decision',
    access: 'everyone',
    summary: 'A decision as somebody reads it who may not log in because of it.',
    body: z.object({ token: AppealToken }),
    reply: OwnDecision,
  }),
  createMailedAppeal: endpoint({
    method: 'POST',
    path: '/api/appeals',
    access: 'everyone',
    summary:
      'The same for somebody who may not log in, with the token of the mailed link or of the refused log-in.',
    body: z.object({ token: AppealToken, words: AppealWords }),
    reply: z.object({}),
    status: 201,
  }),
  getOwnRole: endpoint({
    method: 'GET',
    path: '/api/own-role',
    access: 'signed-in',
    summary: 'Whether the person moderates, and whether two-factor sign-in still has to be turned on for it.',
    reply: z.object({
      role: z.nullable(z.enum(['moderator', 'administrator'])),
      hasTwoFactor: z.boolean(),
    }),
  }),
}
