import * as z from 'zod/mini'
import { ACTION_NAMES } from './decisions.ts'
import { Person } from './person.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { HARM_NAMES } from '#contract/moderation/harms.ts'
import { paragraphs, REQUIRED } from '#contract/plain-text.ts'

/** Acts of moderators at the moment and in the last half hour. */
const DeskActivity = z.object({
  /** Colleagues who have an open case on their screen. */
  looking: z.array(z.object({ caseId: z.string(), moderator: Person })),
  /** Decisions of the last half hour that closed a case, newest first. */
  decided: z.array(z.object({ caseId: z.string(), moderator: Person, action: z.enum(ACTION_NAMES) })),
})
export type DeskActivity = z.output<typeof DeskActivity>

const CaseNote = z.object({
  id: z.string(),
  /** Null if the author has deleted the account. */
  author: z.nullable(Person),
  text: z.string(),
  createdAt: z.string(),
})
export type CaseNote = z.output<typeof CaseNote>

export const CaseNoteForm = z.object({
  /** Chosen by the client, so that a note that is sent twice is stored once. */
  id: z.uuid('Not an id'),
  text: paragraphs(MODERATION_WORDS_MAX, REQUIRED),
})

const HarmFigures = z.object({
  harm: z.enum(HARM_NAMES),
  /** Open cases; the server stops counting at 1,000. */
  waiting: z.int(),
  /** Cases that were closed in the last seven days, and of these the ones in which the reports were right. */
  decided: z.int(),
  upheld: z.int(),
  /** Hours from opening to closing; null without a closed case. */
  medianHours: z.nullable(z.number()),
  p90Hours: z.nullable(z.number()),
  /** Appeals that were decided in the last seven days, and of these the ones that were right. */
  appeals: z.int(),
  overturned: z.int(),
})
export type HarmFigures = z.output<typeof HarmFigures>

const Id = z.object({ id: z.uuid('Not an id') })
const NoteId = z.object({ id: z.uuid('Not an id'), noteId: z.uuid('Not an id') })

/** Calls by which moderators see each other's work. */
export const colleaguesContract = {
  listDeskActivity: endpoint({
    method: 'GET',
    path: '/api/moderation/activity',
    access: 'moderator',
    summary: 'Lists the cases that colleagues look at, and those that were decided in the last half hour.',
    reply: DeskActivity,
  }),
  claimCase: endpoint({
    method: 'PUT',
    path: '/api/moderation/cases/:id/claim',
    access: 'moderator',
    summary:
      'Shows colleagues for ten minutes that the moderator looks at an open case. It keeps nobody from deciding.',
    params: Id,
    reply: z.object({}),
  }),
  leaveCase: endpoint({
    method: 'DELETE',
    path: '/api/moderation/cases/:id/claim',
    access: 'moderator',
    summary: 'Ends the own claim of a case.',
    params: Id,
    reply: z.object({}),
  }),
  listCaseNotes: endpoint({
    method: 'GET',
    path: '/api/moderation/cases/:id/notes',
    access: 'moderator',
    summary:
      'Lists what moderators told each other about a case, oldest first, and whether it is still open.',
    params: Id,
    reply: z.object({ notes: z.array(CaseNote), state: z.enum(['open', 'decided']) }),
  }),
  addCaseNote: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/:id/notes',
    access: 'moderator',
    summary: 'Adds a note for colleagues to a case; sending it again adds nothing.',
    params: Id,
    body: CaseNoteForm,
    reply: CaseNote,
    status: 201,
  }),
  deleteCaseNote: endpoint({
    method: 'DELETE',
    path: '/api/moderation/cases/:id/notes/:noteId',
    access: 'moderator',
    summary: 'Deletes an own note.',
    params: NoteId,
    reply: z.object({}),
  }),
  getHarmFigures: endpoint({
    method: 'GET',
    path: '/api/moderation/figures',
    access: 'moderator',
    summary:
      'Returns for each class of harm what waits, how long decisions took in the last seven days, and how many reports and appeals were right.',
    reply: z.object({
      figures: z.array(HarmFigures),
      /** Decided appeals against decisions without a case, or whose case no longer exists. */
      withoutCase: z.object({ appeals: z.int(), overturned: z.int() }),
    }),
  }),
}
