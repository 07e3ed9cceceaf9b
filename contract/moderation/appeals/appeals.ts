import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { DecisionLine } from '#contract/moderation/cases/cases.ts'
import { ACTION_NAMES, RULE_NAMES } from '#contract/moderation/cases/decisions.ts'
import { Target } from '#contract/moderation/reports/reports.ts'
import { BARS } from '#contract/moderation/staff/staff.ts'
import { Cursor, pageOf } from '#contract/page.ts'
import { paragraphs, REQUIRED } from '#contract/plain-text.ts'

const Appeal = z.object({
  words: z.string(),
  outcome: z.nullable(z.enum(['upheld', 'rejected'])),
  outcomeWords: z.string(),
  createdAt: z.string(),
})

/** A decision for the person it is about. */
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

const AppealLine = z.object({
  id: z.string(),
  words: z.string(),
  createdAt: z.string(),
  decision: DecisionLine,
  /** Reason why this moderator must leave it to somebody else. */
  bar: z.nullable(z.enum([...BARS, 'own-decision'])),
})
export type AppealLine = z.output<typeof AppealLine>

const Id = z.object({ id: z.uuid('Not an id') })

/** The token of a mail or of a refused log-in. */
const AppealToken = z.string().check(z.maxLength(200))
const AppealWords = paragraphs(MODERATION_WORDS_MAX, REQUIRED)

export const appealsContract = {
  listOwnDecisions: endpoint({
    method: 'GET',
    path: '/api/decisions',
    access: 'signed-in',
    summary: "Lists moderators' decisions about the person and their content, newest first.",
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(OwnDecision),
  }),
  createAppeal: endpoint({
    method: 'POST',
    path: '/api/decisions/:id/appeal',
    access: 'owner',
    summary: 'Requests that somebody else looks at a decision again, once.',
    params: Id,
    body: z.object({ words: AppealWords }),
    reply: OwnDecision,
    status: 201,
  }),
  readDecision: endpoint({
    method: 'POST',
    path: '/api/appeals/decision',
    access: 'everyone',
    summary: 'Returns a decision for a person who cannot log in because of it.',
    body: z.object({ token: AppealToken }),
    reply: OwnDecision,
  }),
  createMailedAppeal: endpoint({
    method: 'POST',
    path: '/api/appeals',
    access: 'everyone',
    summary:
      'Appeals for a person who cannot log in, with the token of the mailed link or of the refused log-in.',
    body: z.object({ token: AppealToken, words: AppealWords }),
    reply: z.object({}),
    status: 201,
  }),
  listAppeals: endpoint({
    method: 'GET',
    path: '/api/moderation/appeals',
    access: 'moderator',
    summary: 'Lists waiting appeals, oldest first.',
    reply: z.object({ appeals: z.array(AppealLine) }),
  }),
  decideAppeal: endpoint({
    method: 'POST',
    path: '/api/moderation/appeals/:id',
    access: 'moderator',
    summary: "Decides an appeal against somebody else's decision; an upheld appeal undoes the decision.",
    params: Id,
    body: z.object({
      outcome: z.enum(['upheld', 'rejected']),
      words: paragraphs(MODERATION_WORDS_MAX, REQUIRED),
    }),
    reply: z.object({}),
  }),
}
