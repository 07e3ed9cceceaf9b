import type { casesContract } from '#contract/moderation/cases/cases.ts'
import type { peopleContract } from '#contract/moderation/cases/people.ts'
import type { queueContract } from '#contract/moderation/cases/queue.ts'
import { requireFreshSecondStep } from '#server/accounts/service.ts'
import type { Context } from '#server/context.ts'
import {
  countDecision,
  recordCaseLook,
  recordListingSearch,
  recordLookUp,
  recordSearch,
} from '#server/moderation/staff/service.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { getCase, lookAtMessages } from './cases.ts'
import { decide } from './deciding.ts'
import {
  findListings,
  findPeople,
  getModeratedPerson,
  getTransparency,
  listAudit,
  listDecisions,
  setRole,
} from './people.ts'
import { isSanction } from './rules.ts'
import { requireNoContact } from '#server/moderation/guard/service.ts'
import { checkWords } from './words-to-people.ts'
import { countWaiting } from './waiting.ts'
import { decideCases, undoDecisions } from '#server/moderation/cases/queue/deciding-many.ts'
import { listCases } from '#server/moderation/cases/queue/queue.ts'
import { undoDecision } from '#server/moderation/cases/undo/undoing.ts'

export const casesRoutes = {
  getCase: async (ctx, { viewer, params }) => {
    const found = await getCase(ctx, { ...params, moderatorId: viewer.id })
    const { target, person, reportLines, photos } = found
    const detail = { case: found.id, person: person.id, reports: reportLines.length, photos: photos.length }
    await recordCaseLook(ctx, { actorId: viewer.id, action: 'looked-at-case', target, detail })
    return found
  },
  lookAtMessages: (ctx, { viewer, params }) => lookAtMessages(ctx, { ...params, moderatorId: viewer.id }),
  decide: async (ctx, { viewer, body }) => {
    const countsAsSanction = isSanction(body.action)
    if (countsAsSanction) await requireFreshSecondStep(ctx, viewer)
    const words = await checkWords(ctx, body)
    await countDecision(ctx, { actorId: viewer.id, countsAsSanction })
    return decide(ctx, { moderatorId: viewer.id, form: { ...body, words } })
  },
  undoDecision: async (ctx, { viewer, params }) => {
    await undoDecision(ctx, { moderatorId: viewer.id, decisionId: params.id })
    return {}
  },
} satisfies Handlers<typeof casesContract, Context>

export const queueRoutes = {
  listCases: (ctx, { viewer, query }) => listCases(ctx, { ...query, moderatorId: viewer.id }),
  decideCases: async (ctx, { viewer, body }) => {
    if (isSanction(body.action)) await requireFreshSecondStep(ctx, viewer)
    requireNoContact(ctx, [{ field: 'words', text: body.words }])
    return decideCases(ctx, { moderatorId: viewer.id, form: body })
  },
  undoDecisions: (ctx, { viewer, body }) => undoDecisions(ctx, { ...body, moderatorId: viewer.id }),
} satisfies Handlers<typeof queueContract, Context>

export const peopleRoutes = {
  listDecisions: (ctx, { query }) => listDecisions(ctx, { cursor: query.cursor }),
  countWaiting: (ctx, { viewer }) => countWaiting(ctx, { moderatorId: viewer.id }),
  findPeople: async (ctx, { viewer, query }) => {
    const people = await findPeople(ctx, query)
    const found = people.map(({ id }) => id)
    await recordSearch(ctx, { actorId: viewer.id, q: query.q, found })
    return { people }
  },
  getModeratedPerson: async (ctx, { viewer, params }) => {
    const person = await getModeratedPerson(ctx, { ...params, moderatorId: viewer.id })
    await recordLookUp(ctx, {
      actorId: viewer.id,
      action: 'looked-up-person',
      target: { kind: 'person', id: person.id },
      detail: { decisions: person.decisions.length, accounts: person.sameAs.length },
    })
    return person
  },
  findListings: async (ctx, { viewer, query }) => {
    const listings = await findListings(ctx, query)
    await recordListingSearch(ctx, { actorId: viewer.id, found: listings.map(({ id }) => id) })
    return { listings }
  },
  listAudit: (ctx, { query }) => listAudit(ctx, { cursor: query.cursor }),
  setRole: (ctx, { viewer, params, body }) =>
    setRole(ctx, { actorId: viewer.id, personId: params.id, role: body.role }),
  getTransparency: (ctx) => getTransparency(ctx),
} satisfies Handlers<typeof peopleContract, Context>
