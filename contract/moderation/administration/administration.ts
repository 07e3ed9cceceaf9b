import * as z from 'zod/mini'
import { Person } from '#contract/moderation/cases/person.ts'
import { CategoryId } from '#contract/catalog/catalog.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Cursor, pageOf } from '#contract/page.ts'
import { CATEGORY_NAME_MAX, CATEGORY_WORDS_MAX, REFUSED_WORD_MAX } from '#contract/limits.ts'
import { SiteHealth } from './health.ts'
import { NoticeForm } from './notice-form.ts'
import { WEEK_FIGURES, type WeekFigureName } from './figures.ts'

const FIGURE_NAMES = Object.keys(WEEK_FIGURES) as [WeekFigureName, ...WeekFigureName[]]

const WeekFigure = z.object({
  name: z.enum(FIGURE_NAMES),
  /** Null if there are no values for a median. */
  thisWeek: z.nullable(z.number()),
  weekBefore: z.nullable(z.number()),
})
export type WeekFigure = z.output<typeof WeekFigure>

const FailedJob = z.object({
  id: z.string(),
  kind: z.string(),
  /** Code of the error and where it occurred; empty if the process died. */
  reason: z.string(),
  attempts: z.int(),
  failedAt: z.string(),
})
export type FailedJob = z.output<typeof FailedJob>

const MailLine = z.object({
  id: z.string(),
  kind: z.string(),
  person: z.nullable(Person),
  maskedAddress: z.string(),
  /** Null if a server accepted it. */
  failure: z.nullable(z.string()),
  createdAt: z.string(),
})
export type MailLine = z.output<typeof MailLine>

const Notice = z.object({ id: z.string(), text: z.string(), kind: NoticeForm.shape.kind, endsAt: z.string() })

const CategoryLine = z.object({
  id: z.string(),
  name: z.string(),
  /** Products on sale when they were last counted. */
  products: z.int(),
  /** The products on sale weighted with their views. */
  demand: z.int(),
  rank: z.nullable(z.int()),
  isHidden: z.boolean(),
  /** Comma-separated words, for example 'laptop, notebook'. */
  otherWords: z.string(),
})
export type CategoryLine = z.output<typeof CategoryLine>

export const CategoryForm = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(2, 'Must be at least 2 characters long'),
      z.maxLength(CATEGORY_NAME_MAX, `Must be at most ${CATEGORY_NAME_MAX} characters long`),
      z.regex(/^[^\p{C}]*$/u, 'Please use letters that can be seen'),
    ),
  /** Position before all categories without one; null orders by demand. */
  rank: z.nullable(
    z
      .int('Must be a whole number')
      .check(z.minimum(1, 'Must be at least 1'), z.maximum(99, 'Must be at most 99')),
  ),
  /**
   * A hidden category is not offered; its listings stay. This field and the words below stay unchanged if
   * they are absent.
   */
  isHidden: z.optional(z.boolean()),
  /** Words that suggest it while somebody types a search, in addition to those of its name. */
  otherWords: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.toLowerCase(),
        z.maxLength(CATEGORY_WORDS_MAX, `Must be at most ${CATEGORY_WORDS_MAX} characters long`),
        z.regex(/^[\p{L}\p{M}\p{N} ,-]*$/u, 'Use only words, with commas between them'),
      ),
  ),
})
export type CategoryForm = z.output<typeof CategoryForm>

const CategoryParams = z.object({ id: CategoryId })

const TOO_SHORT = 'Use only letters and digits, at least two'
export const RefusedWord = z.object({
  word: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(REFUSED_WORD_MAX, `Must be at most ${REFUSED_WORD_MAX} characters long`),
      z.regex(/^[\p{L}\p{M}\p{N}]{2,}$/u, TOO_SHORT),
    ),
})
export type RefusedWord = z.output<typeof RefusedWord>

const Id = z.object({ id: z.uuid('Not an id') })

/** Calls with which administrators run the site. */
export const administrationContract = {
  getWeek: endpoint({
    method: 'GET',
    path: '/api/moderation/week',
    access: 'administrator',
    summary:
      'Returns figures of the last seven days and of the seven before, counted once an hour; none before the first count.',
    reply: z.object({ countedAt: z.nullable(z.string()), figures: z.array(WeekFigure) }),
  }),
  getHealth: endpoint({
    method: 'GET',
    path: '/api/moderation/health',
    access: 'administrator',
    summary:
      "Returns the site's state: problems that keep it from serving everything, queues, slow queries, limits met, storage and versions.",
    reply: SiteHealth,
  }),
  listFailedJobs: endpoint({
    method: 'GET',
    path: '/api/moderation/failed-jobs',
    access: 'administrator',
    summary: 'Lists failed jobs without their payloads, newest first; at most 200.',
    reply: z.object({ jobs: z.array(FailedJob) }),
  }),
  retryFailedJob: endpoint({
    method: 'POST',
    path: '/api/moderation/failed-jobs/:id/retry',
    access: 'administrator',
    summary: 'Runs a failed job again.',
    params: Id,
    reply: z.object({}),
  }),
  dropFailedJob: endpoint({
    method: 'DELETE',
    path: '/api/moderation/failed-jobs/:id',
    access: 'administrator',
    summary: 'Deletes a failed job.',
    params: Id,
    reply: z.object({}),
  }),
  listMails: endpoint({
    method: 'GET',
    path: '/api/moderation/mails',
    access: 'administrator',
    summary: 'Lists mails of the last thirty days without their contents, newest first.',
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(MailLine),
  }),
  getNotice: endpoint({
    method: 'GET',
    path: '/api/moderation/notice',
    access: 'administrator',
    summary: 'Returns the notice that every page shows now, if any.',
    reply: z.object({ notice: z.nullable(Notice) }),
  }),
  setNotice: endpoint({
    method: 'PUT',
    path: '/api/moderation/notice',
    access: 'administrator',
    summary: 'Shows a notice on every page until it ends, instead of the previous one.',
    body: NoticeForm,
    reply: z.object({}),
    freshProof: true,
  }),
  removeNotice: endpoint({
    method: 'DELETE',
    path: '/api/moderation/notice',
    access: 'administrator',
    summary: 'Removes the notice from every page.',
    reply: z.object({}),
    freshProof: true,
  }),
  listRefusedWords: endpoint({
    method: 'GET',
    path: '/api/moderation/refused-words',
    access: 'administrator',
    summary: 'Lists words that no new name of a person may contain, in alphabetical order.',
    reply: z.object({ words: z.array(z.string()) }),
  }),
  refuseWord: endpoint({
    method: 'POST',
    path: '/api/moderation/refused-words',
    access: 'administrator',
    summary: 'Refuses a word in names from now on, also in look-alike characters; earlier names stay.',
    body: RefusedWord,
    reply: z.object({}),
    freshProof: true,
  }),
  allowWord: endpoint({
    method: 'POST',
    path: '/api/moderation/refused-words/allow',
    access: 'administrator',
    summary: 'Allows a refused word again.',
    body: RefusedWord,
    reply: z.object({}),
    freshProof: true,
  }),
  listCategoriesForStaff: endpoint({
    method: 'GET',
    path: '/api/moderation/categories',
    access: 'administrator',
    summary:
      'Lists categories in their order, including hidden ones, with the products on sale in each, counted once an hour.',
    reply: z.object({ categories: z.array(CategoryLine) }),
  }),
  changeCategory: endpoint({
    method: 'PUT',
    path: '/api/moderation/categories/:id',
    access: 'administrator',
    summary:
      'Renames or hides a category, changes the words that suggest it, or ranks it before those that are ordered by demand.',
    params: CategoryParams,
    body: CategoryForm,
    reply: z.object({}),
    freshProof: true,
  }),
  deleteListing: endpoint({
    method: 'DELETE',
    path: '/api/moderation/listings/:id',
    access: 'administrator',
    summary: 'Deletes a listing and its photos permanently.',
    params: Id,
    reply: z.object({}),
    freshProof: true,
  }),
  deletePerson: endpoint({
    method: 'DELETE',
    path: '/api/moderation/people/:id',
    access: 'administrator',
    summary: 'Deletes an account and all personal data permanently.',
    params: Id,
    reply: z.object({}),
    freshProof: true,
  }),
}
