import * as z from 'zod/mini'
import { CaseCard, decisionChecks, decisionFields } from './cases.ts'
import { HARM_NAMES } from '#contract/moderation/harms.ts'
import { REPORT_REASON_NAMES, TARGET_KINDS } from '#contract/moderation/reports/report-reasons.ts'
import { SIGNAL_REASON_NAMES } from '#contract/moderation/reports/signal-reasons.ts'
import { endpoint } from '#contract/endpoint.ts'
import { CASES_AT_ONCE } from '#contract/limits.ts'
import { Cursor, pageOf } from '#contract/page.ts'

type Names<Texts> = [keyof Texts & string, ...(keyof Texts & string)[]]

/** Orders of the queue. */
export const SORTS = {
  gravest: 'Gravest first',
  oldest: 'Oldest first',
  newest: 'Newest first',
} as const
export type Sort = keyof typeof SORTS

/** Ages of a case by which the queue can be filtered. */
export const AGES = {
  new: 'Less than a day',
  day: 'More than a day',
  week: 'More than a week',
} as const

/** Languages that the text of a case may have. */
export const LANGUAGES = {
  english: 'English',
  pidgin: 'Pidgin',
  twi: 'Twi',
  other: 'Another, or no words',
} as const

/** Reasons of reports and signals; the same name in both means the same. */
const REASON_NAMES = [...new Set<string>([...REPORT_REASON_NAMES, ...SIGNAL_REASON_NAMES])] as [
  string,
  ...string[],
]

const enumOf = <Texts extends object>(texts: Texts) => z.enum(Object.keys(texts) as Names<Texts>)

/** Filters and order of the queue. */
export const QueueSearch = z.object({
  harm: z.optional(z.enum(HARM_NAMES)),
  kind: z.optional(z.enum(TARGET_KINDS)),
  reason: z.optional(z.enum(REASON_NAMES)),
  age: z.optional(enumOf(AGES)),
  language: z.optional(enumOf(LANGUAGES)),
  /** Beginnings of words of the title, the person's name or the code. */
  q: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  /** Cases of this pile alone. */
  pile: z.optional(z.uuid('Not an id')),
  /** The gravest first by default. */
  sort: z.optional(enumOf(SORTS)),
})
export type QueueSearch = z.output<typeof QueueSearch>

export const QueueQuery = z.extend(QueueSearch, {
  cursor: z.optional(Cursor),
  /** One item for each pile, which is the first of its cases, instead of one for each case. */
  by: z.optional(z.enum(['pile'])),
})
export type QueueQuery = z.output<typeof QueueQuery>

/** Open cases of one person and of accounts on the same devices or addresses, as far as the queue shows them. */
export const Pile = z.object({
  id: z.string(),
  /** Number of its cases, at most 1,000. */
  cases: z.int(),
  people: z.int(),
  /** The gravest class among its cases. */
  harm: z.enum(HARM_NAMES),
  /** The first cases of it, as many as can be decided at once. */
  caseIds: z.array(z.string()),
  /** Kinds of its cases. */
  kinds: z.array(z.enum(TARGET_KINDS)),
})
export type Pile = z.output<typeof Pile>

/** A line of the queue. */
export const QueueEntry = z.extend(CaseCard, {
  /** Null in a list of single cases. */
  pile: z.nullable(Pile),
})
export type QueueEntry = z.output<typeof QueueEntry>

/** Ids of what is decided or taken back at once. */
const Ids = z.array(z.uuid('Not an id')).check(
  z.minLength(1, 'Please tick a case'),
  z.maxLength(CASES_AT_ONCE, `At most ${CASES_AT_ONCE} at once`),
  z.refine((ids) => new Set(ids).size === ids.length, 'The same id twice'),
)

/** One action, rule and words for several cases. The words may have the blanks of prepared words. */
export const DecisionsForm = z
  .object({
    caseIds: Ids,
    ...decisionFields,
  })
  .check(...decisionChecks)
export type DecisionsForm = z.output<typeof DecisionsForm>

/** Something that was not done, with the reason. */
const Refused = z.object({ id: z.string(), message: z.string() })

/** Calls of the queue. */
export const queueContract = {
  listCases: endpoint({
    method: 'GET',
    path: '/api/moderation/cases',
    access: 'moderator',
    summary:
      'Lists open cases, the gravest class of harm first, and within a class older and riskier ones first; a point of risk counts like an hour of age. By pile, a person and linked accounts are one item.',
    query: QueueQuery,
    reply: z.extend(pageOf(QueueEntry), { open: z.int() }),
  }),
  decideCases: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/decisions',
    access: 'moderator',
    summary:
      'Decides about several cases in the same way, each for itself: one that fails does not stop the others. A sanction is decided once for each person, and closes the other cases of that person that are named.',
    body: DecisionsForm,
    reply: z.object({
      /** Cases that are closed or held now. */
      decided: z.array(
        z.object({
          caseId: z.string(),
          /** The decision about this case, or the one that closed it. */
          decisionId: z.string(),
          undoUntil: z.nullable(z.string()),
        }),
      ),
      refused: z.array(Refused),
    }),
    status: 201,
  }),
  undoDecisions: endpoint({
    method: 'POST',
    path: '/api/moderation/decisions/undo',
    access: 'moderator',
    summary:
      'Takes several own undoable decisions back within a minute, each for itself, and opens their cases again.',
    body: z.object({ ids: Ids }),
    reply: z.object({ undone: z.int(), refused: z.array(Refused) }),
  }),
}
