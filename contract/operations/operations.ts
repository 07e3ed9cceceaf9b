import * as z from 'zod/mini'
import { Person } from '#contract/decisions.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Cursor, pageOf } from '#contract/page.ts'
import { WEEK_FIGURES, type WeekFigureName } from './figures.ts'

const FIGURE_NAMES = Object.keys(WEEK_FIGURES) as [WeekFigureName, ...WeekFigureName[]]

const WeekFigure = z.object({
  name: z.enum(FIGURE_NAMES),
  /** Null where there is nothing to take the median of. */
  thisWeek: z.nullable(z.number()),
  weekBefore: z.nullable(z.number()),
})
export type WeekFigure = z.output<typeof WeekFigure>

const FailedJob = z.object({
  id: z.string(),
  kind: z.string(),
  /** Code of the error and where it arose; empty where the process died. */
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
  /** Null where a server took it. */
  failure: z.nullable(z.string()),
  createdAt: z.string(),
})
export type MailLine = z.output<typeof MailLine>

const Id = z.object({ id: z.uuid('Not an id') })

/** What administrators read and do to run the site. */
export const operationsContract = {
  getWeek: endpoint({
    method: 'GET',
    path: '/api/moderation/week',
    access: 'administrator',
    summary:
      'Figures of the last seven days beside the seven before, counted once an hour; none until they were counted first.',
    reply: z.object({ countedAt: z.nullable(z.string()), figures: z.array(WeekFigure) }),
  }),
  listFailedJobs: endpoint({
    method: 'GET',
    path: '/api/moderation/failed-jobs',
    access: 'administrator',
    summary: 'Jobs that were given up, without what they carry, newest first; at most 200.',
    reply: z.object({ jobs: z.array(FailedJob) }),
  }),
  retryFailedJob: endpoint({
    method: 'POST',
    path: '/api/moderation/failed-jobs/:id/retry',
    access: 'administrator',
    summary: 'Has a job that was given up run again.',
    params: Id,
    reply: z.object({}),
  }),
  dropFailedJob: endpoint({
    method: 'DELETE',
    path: '/api/moderation/failed-jobs/:id',
    access: 'administrator',
    summary: 'Forgets a job that was given up.',
    params: Id,
    reply: z.object({}),
  }),
  listMails: endpoint({
    method: 'GET',
    path: '/api/moderation/mails',
    access: 'administrator',
    summary: 'Mails of the last thirty days without their contents, newest first.',
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(MailLine),
  }),
}
