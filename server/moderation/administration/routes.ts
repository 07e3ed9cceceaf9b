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

export const operationsRoutes = {
  getWeek: (ctx) => getWeek(ctx),
  getHealth: async (ctx) => readHealth(ctx, await findProcessWarnings(ctx)),
  listFailedJobs: async ({ db }) => ({ jobs: await listFailedJobs(db) }),
  retryFailedJob: async (ctx, { viewer, params }) => {
    await retryFailedJob(ctx, { actorId: viewer.id, id: params.id })
    return {}
  },
  dropFailedJob: async (ctx, { viewer, params }) => {
    await dropFailedJob(ctx, { actorId: viewer.id, id: params.id })
    return {}
  },
  listMails: async (ctx, { viewer, query }) => {
    const page = await listMails(ctx, { cursor: query.cursor })
    const people = page.items.flatMap(({ person }) => (person ? [person.id] : []))
    const newest = page.items[0]?.id ?? 'none'
    await recordMailLook(ctx, { actorId: viewer.id, newest, people: [...new Set(people)] })
    return page
  },
  getNotice: async ({ currentNotice }) => ({ notice: await currentNotice.get() }),
  setNotice: async (ctx, { viewer, body }) => {
    await setNotice(ctx, { actorId: viewer.id, form: body })
    return {}
  },
  removeNotice: async (ctx, { viewer }) => {
    await removeNotice(ctx, { actorId: viewer.id })
    return {}
  },
  listRefusedWords: async (ctx) => ({ words: await listRefusedWords(ctx) }),
  refuseWord: async (ctx, { viewer, body }) => {
    await changeRefusedWord(ctx, { actorId: viewer.id, word: body.word, to: 'refuse' })
    return {}
  },
  allowWord: async (ctx, { viewer, body }) => {
    await changeRefusedWord(ctx, { actorId: viewer.id, word: body.word, to: 'allow' })
    return {}
  },
  listCategoriesForStaff: async (ctx) => ({ categories: await listCategoriesForStaff(ctx) }),
  changeCategory: async (ctx, { viewer, params, body }) => {
    await changeCategoryAs(ctx, { actorId: viewer.id, id: params.id, form: body })
    return {}
  },
  deleteListing: async (ctx, { viewer, params }) => {
    await countDecision(ctx, { actorId: viewer.id, shutsOut: false })
    await deleteListing(ctx, { actorId: viewer.id, id: params.id })
    return {}
  },
  deletePerson: async (ctx, { viewer, params }) => {
    await countDecision(ctx, { actorId: viewer.id, shutsOut: true })
    await deletePerson(ctx, { actorId: viewer.id, id: params.id })
    return {}
  },
} satisfies Handlers<typeof administrationContract, Context>
