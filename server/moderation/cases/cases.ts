import type { Case, CaseCard, Subject } from '#contract/moderation/cases/cases.ts'
import { CASES_PER_PAGE } from '#contract/limits.ts'
import { type Harm, harmAt, harmRank } from '#contract/moderation/harms.ts'
import { OUTSIDE_ROLES } from '#contract/moderation/reports/outside-reports.ts'
import { reasonText } from '#contract/moderation/reports/report-reasons.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Photo } from '#contract/products.ts'
import type { Context } from '#server/context.ts'
import { findHits } from '#server/moderation/guard/service.ts'
import { findBar, getOwnRole, recordAct, requireStranger } from '#server/moderation/staff/service.ts'
import { selectCopies } from '#server/photos/service.ts'
import { listPictures, signalText } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import * as queries from './case-queries.ts'
import { toDecisionLine } from './deciding.ts'
import { selectDecisions } from './decision-queries.ts'
import { selectAccounts, selectSubject } from './person-queries.ts'
import { selectProductPhotos, selectSamePerson, selectTarget } from './target-queries.ts'

const LINES_SHOWN = 50
const SIMILAR_SHOWN = 8
/** Messages shown before and after a reported one: enough to understand it, and no more. */
const MESSAGES_AROUND = 5

type Deps = Pick<Context, 'db' | 'signer'>

const DELETED_ACCOUNT = 'Deleted account'
const nameOf = (name: string | null) => name ?? 'Unknown'
const targetOf = (row: queries.CaseRow): Target => ({
  kind: row.target_kind as Target['kind'],
  id: row.target_id,
})

/** Photos of held products need a signed address. */
const toCard =
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

const CURSOR = /^(\d)_(-?[\d.e+]{1,30})_([0-9a-f-]{36})$/

function parseCursor(cursor: string | undefined): queries.QueueCursor | null {
  if (cursor === undefined) return null
  const [, harm, position, id] = CURSOR.exec(cursor) ?? []
  if (!id || !Number.isFinite(Number(position)))
    throw invalidInput([{ field: 'cursor', message: 'Not a cursor of this list' }])
  return { harm: Number(harm), position: Number(position), id }
}

export async function readerOf(db: Database, id: string): Promise<queries.CaseReader> {
  const { role } = await getOwnRole({ db }, { userId: id })
  return { id, isAdministrator: role === 'administrator' }
}

/** Open cases of one class or all, and their number (at most 1,000). */
export async function listCases(
  { db, signer }: Deps,
  { moderatorId, harm, cursor }: { moderatorId: string; harm?: Harm; cursor?: string },
) {
  const open = {
    reader: await readerOf(db, moderatorId),
    harm: harm === undefined ? null : harmRank(harm),
  }
  const after = parseCursor(cursor)
  const rows = await queries.selectOpenCases(db, { ...open, after, limit: CASES_PER_PAGE + 1 })
  const shown = rows.slice(0, CASES_PER_PAGE)
  const last = rows.length > CASES_PER_PAGE ? shown.at(-1) : undefined
  return {
    items: shown.map(toCard(signer.sign)),
    nextCursor: last ? `${last.harm}_${last.queue_position}_${last.id}` : null,
    open: await queries.countOpenCases(db, open),
  }
}

/** Throws not-found, also for the moderator's own and deleted accounts. */
export async function getModeratedPerson(
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

/** Texts of the target, without those that have their own position on the screen. */
const TEXTS = ['description', 'comment', 'bio'] as const
const HIDDEN_FACTS: ReadonlySet<string> = new Set([
  ...TEXTS,
  'title',
  'content',
  'image_url',
  'product',
  'buyer',
])
const LABELS: Record<string, string> = { created_at: 'Published' }

/** A private message is not shown here, because each reading of one is recorded (`lookAtMessages`). */
function describe(kind: Target['kind'], facts: Record<string, unknown>) {
  if (kind === 'message') return { text: '', facts: [] }
  const texts = TEXTS.map((name) => facts[name]).filter((text) => typeof text === 'string')
  const shown = Object.entries(facts).filter(([name, value]) => !HIDDEN_FACTS.has(name) && value !== null)
  return {
    text: texts.join('\n'),
    facts: shown.map(([name, value]) => ({
      label: LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1),
      text: String(value),
    })),
  }
}

/** The target's page; null if it is known only from evidence. */
function linkTo({ kind, id }: Target, facts: Record<string, unknown>): string | null {
  if (kind === 'product') return ['held', 'draft'].includes(String(facts.status)) ? null : `/products/${id}`
  if (kind === 'person') return `/sellers/${id}`
  if (kind !== 'review') return null
  return facts.buyer === undefined ? `/products/${String(facts.product)}` : `/sellers/${String(facts.buyer)}`
}

/** Copied photos, with the earlier ones. */
async function listCopies({ db, signer }: Deps, productId: string): Promise<Case['copies']> {
  const signed = (photo: Photo) => ({ ...photo, src: signer.sign(photo.src) })
  const copies = await selectCopies(db, productId)
  return copies.map(({ copy, earlier, title, seller_id, seller_name, link, created_at }) => ({
    photo: signed(copy),
    earlier: {
      photo: signed(earlier),
      title,
      seller: { id: seller_id, name: nameOf(seller_name) },
      link,
      createdAt: created_at,
    },
  }))
}

/** Throws not-found. */
export async function getCase(
  { db, signer }: Deps,
  { id, moderatorId }: { id: string; moderatorId: string },
): Promise<Case> {
  const row = await queries.selectCase(db, { id, reader: await readerOf(db, moderatorId) })
  if (!row) throw new AppError('not-found')
  const target = targetOf(row)
  const [found, person, signals, reports, similar, photos, copies, answers] = await Promise.all([
    selectTarget(db, target),
    getModeratedPerson({ db }, { id: row.subject_id, moderatorId }),
    queries.selectSignals(db, target, row.subject_id, LINES_SHOWN),
    queries.selectReportsOfCase(db, id, LINES_SHOWN),
    queries.selectCasesOfPerson(db, { personId: row.subject_id, except: id, limit: SIMILAR_SHOWN }),
    target.kind === 'product' ? selectProductPhotos(db, target.id) : [],
    target.kind === 'product' ? listCopies({ db, signer }, target.id) : [],
    target.kind === 'product' ? queries.selectAnswers(db, target.id, LINES_SHOWN) : [],
  ])
  const facts = found?.facts ?? {}
  const reportIds = reports.map((report) => report.id)
  const picturesOf = await listPictures({ db, signer }, reportIds)
  return {
    ...toCard(signer.sign)(row),
    state: row.state as Case['state'],
    ...describe(target.kind, facts),
    photos: photos.map((photo) => ({ ...photo, src: signer.sign(photo.src) })),
    copies,
    link: row.is_deleted ? null : linkTo(target, facts),
    isDeleted: row.is_deleted,
    person,
    signals: signals.map((signal) => ({
      text: signalText(signal.reason),
      weight: signal.weight,
      detail: detailText(signal.detail),
      createdAt: signal.created_at,
    })),
    reportLines: reports.map((report) => ({
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
    })),
    answers: answers.map(({ words, created_at: createdAt }) => ({ words, createdAt })),
    similar: similar.map(({ id: otherId, title, state, opened_at }) => ({
      id: otherId,
      title: title ?? 'Deleted',
      state,
      openedAt: opened_at,
    })),
  }
}

function valueText(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((each) => `‘${valueText(each)}’`).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Example: 'price: 900, usual: 1800'; lists as 'words: ‘pay first’ ‘send it’'. */
export const detailText = (detail: unknown): string =>
  typeof detail === 'object' && detail !== null
    ? Object.entries(detail)
        .map(([name, value]) => `${name}: ${valueText(value)}`)
        .join(', ')
    : ''

/**
 * Works only for an open case about a message, which only a participant can report. Throws not-found,
 * own-case.
 */
export async function lookAtMessages(
  { db, guard }: Pick<Context, 'db' | 'guard'>,
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
      text: message.content,
      hasPhoto: message.has_photo,
      isReported: message.id === target.id,
      guard: hits[index] ?? [],
      createdAt: message.created_at,
    })),
  }
}
