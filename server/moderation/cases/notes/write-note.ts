import { caseCode } from '#contract/moderation/cases/case-code.ts'
import { isolated } from '#contract/isolated.ts'
import { formatMoney } from '#contract/money.ts'
import { type ActionName, ACTIONS, type RuleName, RULES } from '#contract/moderation/cases/decisions.ts'
import type { Note, NotePart } from '#contract/moderation/cases/note.ts'
import type { MoneyFormat } from '#contract/site.ts'
import { DETAIL_LABELS, SILENT_DETAILS } from './sentences.ts'

/** A person or a thing that a note names, and who is responsible for it. */
export interface Named {
  text: string
  link: string | null
  owner: NotePart | null
}

/** Facts for the writer: names by id, names of categories, and the currency. */
export interface Known {
  named: ReadonlyMap<string, Named>
  categories: ReadonlyMap<string, string>
  money: MoneyFormat
}

export interface NoteTarget {
  kind: string
  id: string
}

interface Told {
  sentence: string | undefined
  detail: Record<string, unknown>
  target: NoteTarget | null
}

/** People and listings that a sentence names one by one. */
const NAMED_MAX = 10

const plain = (text: string): NotePart => ({ text, link: null })
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const DELETED: Readonly<Record<string, string>> = {
  person: 'a deleted account',
  product: 'a deleted listing',
  message: 'a deleted message',
  'held-message': 'a deleted message',
  review: 'a deleted review',
}

function partsOf(id: unknown, { named }: Known, deleted = 'something deleted'): NotePart[] {
  const found = named.get(String(id))
  if (!found) return [plain(deleted)]
  const { text, link, owner } = found
  return owner ? [{ text, link }, plain(' of '), owner] : [{ text, link }]
}

/** 'A, B and 3 more', each name with its link. */
function linkedParts(value: unknown, known: Known): NotePart[] {
  const ids = listOf(value)
  if (ids.length === 0) return [plain('nothing')]
  const parts = ids
    .slice(0, NAMED_MAX)
    .flatMap((id, index) => [...(index > 0 ? [plain(', ')] : []), ...partsOf(id, known)])
  return ids.length > NAMED_MAX ? [...parts, plain(` and ${ids.length - NAMED_MAX} more`)] : parts
}

/** A listing by its present title, or by the one that was stored when it had a page. */
function listingParts(value: unknown, known: Known): NotePart[] {
  const { listing, title, seller } = value as Record<string, unknown>
  if (known.named.has(String(listing))) return partsOf(listing, known)
  const former = plain(`‘${isolated(String(title))}’ (no longer listed) of `)
  return [former, ...partsOf(seller, known, DELETED.person)]
}

const quoted = (value: unknown): string =>
  listOf(value)
    .map((each) => `‘${isolated(String(each))}’`)
    .join(', ') || 'nothing'

/** Plain words for a stored value of any form. */
function valueText(value: unknown, known: Known): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((each) => valueText(each, known)).join(', ') || 'none'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${labelOf(name).toLowerCase()} ${valueText(each, known)}`)
      .join(', ')
  return known.named.get(String(value))?.text ?? isolated(String(value))
}

/** An action that a newer version stored is shown by its name. */
const actionText = (action: string): string =>
  action in ACTIONS ? ACTIONS[action as ActionName].text : action
const ruleText = (rule: string): string => (rule in RULES ? RULES[rule as RuleName] : rule)

const WRITERS: Readonly<Record<string, (value: unknown, known: Known) => NotePart[]>> = {
  linked: linkedParts,
  listing: listingParts,
  case: (id) => [{ text: `case ${caseCode(String(id))}`, link: `/moderation/cases/${String(id)}` }],
  action: (action) => [plain(`‘${actionText(String(action))}’`)],
  money: (amount, { money }) => [plain(formatMoney(Number(amount), money))],
  quoted: (value) => [plain(quoted(value))],
  category: (id, { categories }) => [plain(`‘${categories.get(String(id)) ?? String(id)}’`)],
  text: (value, known) => [plain(valueText(value, known))],
}

/** 'similar ones' and 'deniedBy' become 'Similar ones' and 'Denied by'. */
function labelOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return DETAIL_LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const PLACE = /\{(\w+)(?::(\w+))?\}/g
const MONEY_DETAILS: ReadonlySet<string> = new Set(['price', 'low', 'high'])

function detailText(name: string, value: unknown, known: Known): string {
  if (MONEY_DETAILS.has(name) && typeof value === 'number') return formatMoney(value, known.money)
  if (name === 'rule' && typeof value === 'string') return ruleText(value)
  return valueText(value, known)
}

/** The sentence's parts; undefined if a detail that it speaks of is not stored. */
function sentenceParts({ sentence = '', detail, target }: Told, known: Known): NotePart[] | undefined {
  const parts: NotePart[] = []
  let from = 0
  for (const { 0: place, 1: name = '', 2: kind = '', index } of sentence.matchAll(PLACE)) {
    if (index > from) parts.push(plain(sentence.slice(from, index)))
    from = index + place.length
    if (name === 'target' && target) parts.push(...partsOf(target.id, known, DELETED[target.kind]))
    else if (detail[name] === undefined) return undefined
    else parts.push(...(WRITERS[kind]?.(detail[name], known) ?? []))
  }
  return from < sentence.length ? [...parts, plain(sentence.slice(from))] : parts
}

/** A sentence about stored details. Details that it leaves out follow as a list. */
export function writeNote(told: Told, known: Known): Note {
  const parts = sentenceParts(told, known)
  const spoken = new Set(parts ? [...(told.sentence ?? '').matchAll(PLACE)].map(([, name]) => name) : [])
  const more = Object.entries(told.detail)
    .filter(([name]) => !spoken.has(name) && !SILENT_DETAILS.has(name))
    .map(([name, value]) => ({ label: labelOf(name), text: detailText(name, value, known) }))
  return { parts: parts ?? [], more }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The ids among stored details, which may be names of people or things. */
export const idsIn = (detail: unknown): string[] =>
  typeof detail === 'string'
    ? UUID.test(detail)
      ? [detail]
      : []
    : typeof detail === 'object' && detail !== null
      ? Object.values(detail).flatMap(idsIn)
      : []
