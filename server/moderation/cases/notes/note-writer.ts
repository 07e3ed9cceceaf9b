import { isolated } from '#contract/isolated.ts'
import type { Note } from '#contract/moderation/cases/note.ts'
import type { Context } from '#server/context.ts'
import { selectCategoryNames, selectNamed } from './name-queries.ts'
import { ACT_SENTENCES, SIGNAL_SENTENCES } from './sentences.ts'
import { idsIn, type Named, type NoteTarget, writeNote } from './write-note.ts'

type Deps = Pick<Context, 'db' | 'site'>

/** A held listing has no page; staff find it by its id. */
export const listingLink = (id: string, isPublic: boolean): string =>
  isPublic ? `/products/${id}` : `/moderation/listings?q=${id}`

const personLink = (id: string): string => `/moderation/people/${id}`

type NamedRow = Awaited<ReturnType<typeof selectNamed>>[number]

const THINGS = { message: 'a message', 'held-message': 'a waiting message', review: 'a review' } as const

function toNamed({ id, kind, title, is_public, owner_id, owner_name }: NamedRow): Named {
  const owner = { text: isolated(owner_name ?? 'Unknown'), link: personLink(owner_id) }
  if (kind === 'person') return { ...owner, owner: null }
  if (kind === 'product')
    return { text: `‘${isolated(title ?? '')}’`, link: listingLink(id, is_public), owner }
  return { text: THINGS[kind], link: null, owner }
}

interface Stored {
  detail: unknown
  target: NoteTarget | null
}

const asRecord = (detail: unknown): Record<string, unknown> =>
  typeof detail === 'object' && detail !== null ? { ...detail } : {}

/** Adds a sentence to each row. Names are read in one query for all. */
async function addNotes<Row>(
  { db, site }: Deps,
  rows: readonly Row[],
  told: (row: Row) => Stored & { sentence: string | undefined },
): Promise<(Row & { note: Note })[]> {
  const stored = rows.map((row) => ({ row, ...told(row) }))
  const ids = new Set(stored.flatMap(({ detail, target }) => idsIn([detail, target?.id])))
  const [found, categories] = await Promise.all([selectNamed(db, [...ids]), selectCategoryNames(db)])
  const known = {
    named: new Map(found.map((each) => [each.id, toNamed(each)])),
    categories,
    money: site.money,
  }
  return stored.map(({ row, detail, ...rest }) => ({
    ...row,
    note: writeNote({ ...rest, detail: asRecord(detail) }, known),
  }))
}

export const addSignalNotes = <Row extends { reason: string; detail: unknown }>(
  ctx: Deps,
  rows: readonly Row[],
) =>
  addNotes(ctx, rows, ({ reason, detail }) => ({
    sentence: (SIGNAL_SENTENCES as Readonly<Record<string, string>>)[reason],
    detail,
    target: null,
  }))

interface StoredAct {
  action: string
  detail: unknown
  target_kind: string | null
  target_id: string | null
}

/** An act that a newer version stored is named by its action. */
export const addActNotes = <Row extends StoredAct>(ctx: Deps, rows: readonly Row[]) =>
  addNotes(ctx, rows, ({ action, detail, target_kind: kind, target_id: id }) => ({
    sentence: ACT_SENTENCES[action] ?? action,
    detail,
    target: kind === null || id === null ? null : { kind, id },
  }))
