import * as z from 'zod/mini'
import { ACTION_NAMES, type ActionName, actionNamed, RULE_NAMES, type RuleName } from './decisions.ts'
import { CasePhoto, Change, MessageScene, PersonScene, ReviewScene } from './evidence.ts'
import { LabelledText, Note } from './note.ts'
import { Person } from './person.ts'
import { HARM_NAMES } from '#contract/moderation/harms.ts'
import { BARS } from '#contract/moderation/staff/staff.ts'
import { GuardHit } from '#contract/moderation/guard/warning.ts'
import { Target } from '#contract/moderation/reports/reports.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { paragraphs } from '#contract/plain-text.ts'
import { Photo } from '#contract/products.ts'

/** A case in a list. */
export const CaseCard = z.object({
  id: z.string(),
  target: Target,
  /** Title of the listing, first words of the review, or the person's name. */
  title: z.string(),
  photo: z.nullable(Photo),
  subject: Person,
  /** The gravest class of its reports and signals; of a decided case, as it was then. */
  harm: z.enum(HARM_NAMES),
  /** Sum of its signals and reports. */
  risk: z.number(),
  reports: z.int(),
  openedAt: z.string(),
})
export type CaseCard = z.output<typeof CaseCard>

export const Sanction = z.object({
  kind: z.enum(['limited', 'suspended', 'banned']),
  until: z.nullable(z.string()),
})

export const DecisionLine = z.object({
  id: z.string(),
  target: Target,
  title: z.string(),
  subject: Person,
  moderator: Person,
  action: z.enum(ACTION_NAMES),
  rule: z.nullable(z.string()),
  words: z.string(),
  until: z.nullable(z.string()),
  createdAt: z.string(),
})
export type DecisionLine = z.output<typeof DecisionLine>

/** Facts about the person responsible for the target that help to decide. */
export const Subject = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a deleted account. */
  memberSince: z.nullable(z.string()),
  leftAt: z.nullable(z.string()),
  /** Accounts with the same mailbox or phone number; this one or those were deleted. */
  sameAs: z.array(z.object({ id: z.string(), name: z.string(), leftAt: z.nullable(z.string()) })),
  phoneVerified: z.boolean(),
  emailVerified: z.boolean(),
  listings: z.int(),
  deals: z.int(),
  rating: z.nullable(z.number()),
  /** Number of upheld reports of their content, and of all reports. */
  reportsUpheld: z.int(),
  reports: z.int(),
  isStaff: z.boolean(),
  /** Reason why this moderator decides nothing about them. */
  bar: z.nullable(z.enum(BARS)),
  sanction: z.nullable(Sanction),
  decisions: z.array(DecisionLine),
})
export type Subject = z.output<typeof Subject>

/** Everything needed to decide, in one place. */
export const Case = z.extend(CaseCard, {
  state: z.enum(['open', 'decided']),
  /**
   * The text of the listing, the review or the profile; for a message only the part that was looked at
   * (`lookAtMessages`).
   */
  text: z.string(),
  facts: z.array(LabelledText),
  /** Absent in answers of a server that is still to be updated, like the notes of signals. */
  changes: z.optional(z.array(Change)),
  /** True for an open case from before we stored how things were at its opening. */
  isOpeningMissing: z.optional(z.boolean()),
  photos: z.array(CasePhoto),
  /** Null for other kinds of cases, and for what was deleted. */
  message: z.nullable(MessageScene),
  review: z.nullable(ReviewScene),
  profile: z.nullable(PersonScene),
  /** Photos that another seller's listing had first, each with that one. */
  copies: z.array(
    z.object({
      photo: Photo,
      addedAt: z.string(),
      earlier: z.object({
        photo: Photo,
        title: z.string(),
        seller: Person,
        link: z.string(),
        createdAt: z.string(),
      }),
    }),
  ),
  /**
   * True if it or its person was deleted: text, facts and photos show the earlier state, and are deleted
   * after the decision.
   */
  isDeleted: z.boolean(),
  /** The target's page, or where staff find a held listing; null for what was deleted. */
  link: z.nullable(z.string()),
  person: Subject,
  signals: z.array(
    z.object({ text: z.string(), weight: z.number(), note: z.optional(Note), createdAt: z.string() }),
  ),
  reportLines: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
      words: z.string(),
      pictures: z.array(Photo),
      weight: z.number(),
      /** Null if it was sent without an account, or once the reporter has deleted the account. */
      reporter: z.nullable(Person),
      /** The reporter without an account, as they describe themselves. */
      outside: z.nullable(z.object({ role: z.string(), name: z.string(), email: z.string() })),
      createdAt: z.string(),
    }),
  ),
  /** The seller's messages to the moderators about a held listing, newest first. */
  answers: z.array(z.object({ words: z.string(), createdAt: z.string() })),
  /** Decision that the heaviest reason proposes; null if every such case is different. */
  proposal: z.nullable(z.object({ action: z.enum(ACTION_NAMES), rule: z.nullable(z.enum(RULE_NAMES)) })),
  similar: z.array(z.object({ id: z.string(), title: z.string(), state: z.string(), openedAt: z.string() })),
})
export type Case = z.output<typeof Case>

/**
 * Serious actions need the rule and the reason, in words for the person; temporary ones need a number of
 * days.
 */
const NEEDS_WORDS = new Set<string>(['remove', 'warn', 'limit', 'suspend', 'ban'])

/** Fields of a decision about one case and about several. */
export const decisionFields = {
  action: z.enum(ACTION_NAMES),
  rule: z.nullable(z.enum(RULE_NAMES)),
  words: paragraphs(MODERATION_WORDS_MAX),
  days: z.nullable(z.int().check(z.positive())),
  /** Wait a minute before anybody is told, so that `undoDecision` can take it back. */
  isUndoable: z.optional(z.boolean()),
}

interface DecisionFields {
  action: ActionName
  rule: RuleName | null
  words: string
  days: number | null
}

export const decisionChecks = [
  z.refine<DecisionFields>(({ action, rule }) => !NEEDS_WORDS.has(action) || rule !== null, {
    path: ['rule'],
    error: 'Please choose the rule',
  }),
  z.refine<DecisionFields>(({ action, words }) => !NEEDS_WORDS.has(action) || words !== '', {
    path: ['words'],
    error: 'Please tell the person why',
  }),
  z.refine<DecisionFields>(
    ({ action, days }) => {
      const { mostDays } = actionNamed(action)
      return mostDays === undefined ? days === null : days !== null && days <= mostDays
    },
    { path: ['days'], error: 'Please say for how many days' },
  ),
] as const

export const DecisionForm = z
  .object({
    target: Target,
    /** The open case that was looked at, which can be decided once. */
    caseId: z.optional(z.uuid('Not an id')),
    ...decisionFields,
  })
  .check(
    z.refine(({ action, target }) => actionNamed(action).of.includes(target.kind), {
      path: ['action'],
      error: 'This action does not apply here',
    }),
    ...decisionChecks,
  )
export type DecisionForm = z.output<typeof DecisionForm>

const Id = z.object({ id: z.uuid('Not an id') })

export const casesContract = {
  getCase: endpoint({
    method: 'GET',
    path: '/api/moderation/cases/:id',
    access: 'moderator',
    summary: 'Returns a case with everything needed to decide.',
    params: Id,
    reply: Case,
  }),
  lookAtMessages: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/:id/messages',
    access: 'moderator',
    summary: 'Returns a reported message with five before and five after it. The look is recorded.',
    params: Id,
    reply: z.object({
      messages: z.array(
        z.object({
          id: z.string(),
          writer: z.string(),
          text: z.string(),
          hasPhoto: z.boolean(),
          isReported: z.boolean(),
          /** The guard's rules that match it now, with the words that counted. */
          guard: z.array(GuardHit),
          createdAt: z.string(),
        }),
      ),
    }),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/moderation/decisions',
    access: 'moderator',
    summary:
      'Decides about a listing, a person, a message or a review, and closes its case. Limiting, suspending and banning a person needs a fresh code of the second factor.',
    body: DecisionForm,
    reply: z.extend(DecisionLine, {
      /** Null for sanctions, and without a case. */
      undoUntil: z.nullable(z.string()),
      /** Other open cases of the person that it closed. */
      closed: z.array(z.string()),
    }),
    status: 201,
  }),
  undoDecision: endpoint({
    method: 'DELETE',
    path: '/api/moderation/decisions/:id',
    access: 'moderator',
    summary:
      'Takes an own undoable decision back within a minute, and opens its case again. Refused once anybody decided, appealed or reported the same again.',
    params: Id,
    reply: z.object({}),
  }),
}
