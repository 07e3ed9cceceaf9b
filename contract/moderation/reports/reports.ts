import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { Cursor, pageOf } from '#contract/page.ts'
import { paragraphs } from '#contract/plain-text.ts'
import { Photo } from '#contract/products.ts'
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
 * Not a JSON call: `PUT` takes the bytes of a picture for the person's own report until it is decided, and
 * replies 204. `position` is 0, 1 or 2; sending the same one again changes nothing.
 */
export const reportPicturePath = (reportId: string, position: string) =>
  `/api/reports/${reportId}/pictures/${position}` as const

/** A receipt, and the outcome. */
export const Report = z.object({
  id: z.string(),
  target: Target,
  /** The target's name; null for messages and deleted things. */
  title: z.nullable(z.string()),
  reason: z.string(),
  createdAt: z.string(),
  outcome: z.nullable(z.enum(['upheld', 'not-upheld'])),
  /** The reporter's own pictures; moderators see them in the case. */
  pictures: z.array(Photo),
})
export type Report = z.output<typeof Report>

export const reportsContract = {
  createReport: endpoint({
    method: 'POST',
    path: '/api/reports',
    access: 'signed-in',
    summary:
      'Reports a listing, a person, a received message or a review. A repeated report returns the first one until it is decided.',
    body: ReportForm,
    reply: Report,
    status: 201,
  }),
  listReports: endpoint({
    method: 'GET',
    path: '/api/reports',
    access: 'signed-in',
    summary: "Lists the person's reports and their outcomes, newest first.",
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(Report),
  }),
}
