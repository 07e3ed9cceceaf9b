import type { administrationContract } from '#contract/moderation/administration/administration.ts'
import { changeRefusedWord, listRefusedWords } from '#server/accounts/refused-words/service.ts'
import { countDecision, recordMailLook } from '#server/moderation/staff/service.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { listFailedJobs } from '#server/platform/jobs/failed-jobs.ts'
import { findProcessWarnings } from '#server/platform/monitoring/warnings.ts'
import { changeCategoryAs, listCategoriesForStaff } from './categories.ts'
import { deleteListing, deletePerson } from './deleting.ts'
import { readHealth } from './health.ts'
import { dropFailedJob, listMails, retryFailedJob } from './service.ts'
import { removeNotice, setNotice } from './site-notice.ts'
import { getWeek } from './week.ts'

export const administrationRoutes = {
  getWeek: (ctx) => getWeek(ctx),
  getHealth: async (ctx) => readHealth(ctx, await findProcessWarnings(ctx)),
  listFailedJobs: async ({ db }) => ({ jobs: await listFailedJobs(db) }),
  retryFailedJob: (ctx, { viewer, params }) => retryFailedJob(ctx, { actorId: viewer.id, id: params.id }),
  dropFailedJob: (ctx, { viewer, params }) => dropFailedJob(ctx, { actorId: viewer.id, id: params.id }),
  listMails: async (ctx, { viewer, query }) => {
    const page = await listMails(ctx, { cursor: query.cursor })
    const people = page.items.flatMap(({ person }) => (person ? [person.id] : []))
    const newest = page.items[0]?.id ?? 'none'
    await recordMailLook(ctx, { actorId: viewer.id, newest, people: [...new Set(people)] })
    return page
  },
  getNotice: async ({ currentNotice }) => ({ notice: await currentNotice.get() }),
  setNotice: (ctx, { viewer, body }) => setNotice(ctx, { actorId: viewer.id, form: body }),
  removeNotice: (ctx, { viewer }) => removeNotice(ctx, { actorId: viewer.id }),
  listRefusedWords: async (ctx) => ({ words: await listRefusedWords(ctx) }),
  refuseWord: (ctx, { viewer, body }) =>
    changeRefusedWord(ctx, { actorId: viewer.id, word: body.word, to: 'refuse' }),
  allowWord: (ctx, { viewer, body }) =>
    changeRefusedWord(ctx, { actorId: viewer.id, word: body.word, to: 'allow' }),
  listCategoriesForStaff: async (ctx) => ({ categories: await listCategoriesForStaff(ctx) }),
  changeCategory: (ctx, { viewer, params, body }) =>
    changeCategoryAs(ctx, { actorId: viewer.id, id: params.id, form: body }),
  deleteListing: async (ctx, { viewer, params }) => {
    await countDecision(ctx, { actorId: viewer.id, countsAsSanction: false })
    await deleteListing(ctx, { actorId: viewer.id, id: params.id })
  },
  deletePerson: async (ctx, { viewer, params }) => {
    await countDecision(ctx, { actorId: viewer.id, countsAsSanction: true })
    await deletePerson(ctx, { actorId: viewer.id, id: params.id })
  },
} satisfies Handlers<typeof administrationContract, Context>
