import type { Case, CaseCard, Subject } from '#contract/moderation/cases/cases.ts'
import { harmAt } from '#contract/moderation/harms.ts'
import { OUTSIDE_ROLES } from '#contract/moderation/reports/outside-reports.ts'
import { reasonText } from '#contract/moderation/reports/report-reasons.ts'
import { signalText } from '#contract/moderation/reports/signal-reasons.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import { findHits } from '#server/moderation/guard/service.ts'
import { findBar, getOwnRole, recordAct, requireStranger } from '#server/moderation/staff/service.ts'
import { listPictures, proposeDecision } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import * as queries from './case-queries.ts'
import { toDecisionLine } from './deciding.ts'
import { selectDecisions } from './decision-queries.ts'
import { changesSince, describe } from '#server/moderation/cases/evidence/describe.ts'
import { messageText } from '#server/moderation/cases/evidence/message-text.ts'
import { listCopies, listPhotos } from '#server/moderation/cases/evidence/photos.ts'
import { findScenes } from '#server/moderation/cases/evidence/scenes.ts'
import { selectCategoryNames } from '#server/moderation/cases/notes/name-queries.ts'
import { addSignalNotes, listingLink } from '#server/moderation/cases/notes/note-writer.ts'
import { selectAccounts, selectSubject } from './person-queries.ts'
import { selectSamePerson, selectTarget } from './target-queries.ts'

const LINES_SHOWN = 50
const SIMILAR_SHOWN = 8
/** Messages shown before and after a reported one: enough to understand it, and no more. */
const MESSAGES_AROUND = 5

type Deps = Pick<Context, 'db' | 'signer' | 'site'>

const DELETED_ACCOUNT = 'Deleted account'
const nameOf = (name: string | null) => name ?? 'Unknown'
const targetOf = (row: queries.CaseRow): Target => ({
  kind: row.target_kind as Target['kind'],
  id: row.target_id,
})

/** Photos of held products need a signed address. */
export const toCard =
  (sign: (src: string) => string) =>
  (row: queries.CaseRow): CaseCard => ({
    id: row.id,
    target: targetOf(row),
    title: row.title ?? 'Deleted',
    photo:
      row.image_url === null
        ? null
        : {
            src: sign(row.image_url),
            width: row.width ?? 0,
            height: row.height ?? 0,
            thumbhash: row.thumbhash ?? '',
          },
    subject: { id: row.subject_id, name: nameOf(row.subject_name) },
    harm: harmAt(row.harm),
    risk: row.risk,
    reports: row.reports,
    openedAt: row.opened_at,
  })

export async function readerOf(db: Database, id: string): Promise<queries.CaseReader> {
  const { role } = await getOwnRole({ db }, { userId: id })
  return { id, isAdministrator: role === 'administrator' }
}

/** Throws not-found, also for the moderator's own and deleted accounts. */
export async function getSubject(
  { db }: Pick<Context, 'db'>,
  { id, moderatorId }: { id: string; moderatorId: string },
): Promise<Subject> {
  const bar = await findBar(db, { moderatorId, subjectId: id })
  const row = bar === 'own-account' ? undefined : await selectSubject(db, id)
  if (!row || bar === 'own-account') throw new AppError('not-found')
  const same = await selectSamePerson(db, id)
  const decisions = await selectDecisions(db, { subjectIds: same, after: null, limit: LINES_SHOWN })
  const { sanction, until, ...known } = row
  return {
    ...known,
    name: row.leftAt === null ? nameOf(row.name) : DELETED_ACCOUNT,
    sameAs: await selectAccounts(db, same, id),
    rating: row.rating === null ? null : Number(row.rating),
    bar,
    sanction: sanction && { kind: sanction, until },
    decisions: decisions.map(toDecisionLine),
  }
}

/** The target's page, or where staff find a held listing; null if it is known only from evidence. */
function linkTo({ kind, id }: Target, facts: Record<string, unknown>): string | null {
  if (kind === 'product') return facts.status === 'draft' ? null : listingLink(id, facts.status !== 'held')
  if (kind === 'person') return `/sellers/${id}`
  if (kind !== 'review') return null
  return facts.buyer === undefined ? `/products/${String(facts.product)}` : `/sellers/${String(facts.buyer)}`
}

type ReportRow = Awaited<ReturnType<typeof queries.selectReportsOfCase>>[number]
type SignalRow = Awaited<ReturnType<typeof queries.selectSignals>>[number]

/** Reports of a case with their pictures. */
async function toReportLines({ db, signer }: Pick<Context, 'db' | 'signer'>, reports: ReportRow[]) {
  const picturesOf = await listPictures(
    { db, signer },
    reports.map((report) => report.id),
  )
  return reports.map((report) => ({
    reason: reasonText(report.reason),
    words: report.words,
    pictures: picturesOf(report.id),
    weight: report.weight,
    reporter:
      report.reporter_id === null ? null : { id: report.reporter_id, name: nameOf(report.reporter_name) },
    outside: report.outside_role && {
      role: OUTSIDE_ROLES[report.outside_role],
      name: report.outside_name,
      email: report.outside_email,
    },
    id: report.id,
    createdAt: report.created_at,
  }))
}

async function toSignalLines(ctx: Deps, rows: SignalRow[]): Promise<Case['signals']> {
  const signals = await addSignalNotes(ctx, rows)
  return signals.map(({ reason, weight, note, created_at: createdAt }) => ({
    text: signalText(reason),
    weight,
    note,
    createdAt,
  }))
}

/** The thing as it is or was before it was deleted, its changes since the opening, and its surroundings. */
async function findEvidence({ db, site }: Deps, row: queries.CaseRow, reader: queries.CaseReader) {
  const target = targetOf(row)
  const [found, categories] = await Promise.all([selectTarget(db, target), selectCategoryNames(db)])
  const facts = found?.facts ?? {}
  const wording = { categories, money: site.money }
  return {
    ...describe(target.kind, facts, wording),
    changes: found ? changesSince(row.opened_as, facts, wording) : [],
    isOpeningMissing: row.state === 'open' && row.opened_as === null && target.kind !== 'message',
    link: row.is_deleted ? null : linkTo(target, facts),
    ...(await findScenes(db, { target, subjectId: row.subject_id, facts, reader })),
  }
}

/** Throws not-found. */
export async function getCase(
  ctx: Deps,
  { id, moderatorId }: { id: string; moderatorId: string },
): Promise<Case> {
  const { db, signer } = ctx
  const reader = await readerOf(db, moderatorId)
  const row = await queries.selectCase(db, { id, reader })
  if (!row) throw new AppError('not-found')
  const target = targetOf(row)
  const isListing = target.kind === 'product'
  const [evidence, person, signals, reports, similar, photos, copies, answers] = await Promise.all([
    findEvidence(ctx, row, reader),
    getSubject({ db }, { id: row.subject_id, moderatorId }),
    queries.selectSignals(db, target, row.subject_id, LINES_SHOWN),
    queries.selectReportsOfCase(db, id, LINES_SHOWN),
    queries.selectCasesOfPerson(db, { personId: row.subject_id, except: id, limit: SIMILAR_SHOWN }),
    isListing ? listPhotos(ctx, id) : [],
    isListing ? listCopies(ctx, target.id) : [],
    isListing ? queries.selectAnswers(db, target.id, LINES_SHOWN) : [],
  ])
  const [signalLines, reportLines] = await Promise.all([
    toSignalLines(ctx, signals),
    toReportLines(ctx, reports),
  ])
  return {
    ...toCard(signer.sign)(row),
    ...evidence,
    state: row.state as Case['state'],
    photos,
    copies,
    isDeleted: row.is_deleted,
    person,
    signals: signalLines,
    reportLines,
    proposal: row.state === 'open' ? proposeDecision({ kind: target.kind, reports, signals }) : null,
    answers: answers.map(({ words, created_at: createdAt }) => ({ words, createdAt })),
    similar: similar.map(({ id: otherId, title, state, opened_at }) => ({
      id: otherId,
      title: title ?? 'Deleted',
      state,
      openedAt: opened_at,
    })),
  }
}

/**
 * Works only for an open case about a message, which only a participant can report. Throws not-found,
 * own-case.
 */
export async function lookAtMessages(
  { db, guard, site }: Pick<Context, 'db' | 'guard' | 'site'>,
  { id, moderatorId }: { id: string; moderatorId: string },
) {
  const row = await queries.selectCase(db, { id, reader: await readerOf(db, moderatorId) })
  if (row?.target_kind !== 'message' || row.state !== 'open') throw new AppError('not-found')
  await requireStranger(db, { moderatorId, subjectId: row.subject_id })
  const target = targetOf(row)
  // The act is recorded first, so that nobody looks without a trace.
  await recordAct(db, { actorId: moderatorId, action: 'looked-at-messages', target, detail: { case: id } })
  const messages = await queries.selectMessagesAround(db, target.id, MESSAGES_AROUND)
  const written = messages.map(({ content, side }) => ({ text: content, writer: side }))
  const hits = await findHits({ guard }, written)
  return {
    messages: messages.map((message, index) => ({
      id: message.id,
      writer: message.writer ?? DELETED_ACCOUNT,
      text: messageText(message, site),
      hasPhoto: message.has_photo,
      isReported: message.id === target.id,
      guard: hits[index] ?? [],
      createdAt: message.created_at,
    })),
  }
}
