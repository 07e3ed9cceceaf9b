import { formatMoney } from '#contract/money.ts'
import type { Change } from '#contract/moderation/cases/evidence.ts'
import type { LabelledText } from '#contract/moderation/cases/note.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { PRODUCT_CHOICES } from '#contract/selling/choices.ts'
import type { MoneyFormat } from '#contract/site.ts'

/** Settings that the words for facts depend on. */
export interface Wording {
  categories: ReadonlyMap<string, string>
  money: MoneyFormat
}

interface Fact {
  label: string
  write?: (value: unknown, wording: Wording) => string
  /** True for texts that have their own position on the screen. */
  isText?: boolean
  /** True if staff change it, or nobody does. */
  isFixed?: boolean
}

const STATUSES: Readonly<Record<string, string>> = {
  available: 'For sale',
  reserved: 'Reserved',
  sold: 'Sold',
  held: 'Held',
}
const statusText = (status: string): string => STATUSES[status] ?? status

const CONDITIONS: Readonly<Record<string, string>> = PRODUCT_CHOICES.condition.texts

/** Facts of all kinds of targets, in the order in which a moderator reads them. */
const FACTS: Readonly<Record<string, Fact>> = {
  name: { label: 'Name', isText: true },
  title: { label: 'Title', isText: true },
  rating: { label: 'Rating', write: (stars) => `${String(stars)} of 5` },
  price: { label: 'Price', write: (price, { money }) => formatMoney(Number(price), money) },
  category: { label: 'Category', write: (id, { categories }) => categories.get(String(id)) ?? String(id) },
  condition: { label: 'Condition', write: (name) => CONDITIONS[String(name)] ?? String(name) },
  region: { label: 'Region' },
  location: { label: 'Place' },
  website: { label: 'Website' },
  says: { label: 'Says' },
  status: { label: 'Status', write: (status) => statusText(String(status)), isFixed: true },
  created_at: { label: 'Published', isFixed: true },
  description: { label: 'Description', isText: true },
  comment: { label: 'Text', isText: true },
  bio: { label: 'About', isText: true },
}

type Facts = Readonly<Record<string, unknown>>

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== ''

const textOf = ({ write = String }: Fact, value: unknown, wording: Wording): string =>
  isSaid(value) ? write(value, wording) : ''

/** The titles of a listing and of a case are shown elsewhere; a review has one of its own. */
const textsOf = (kind: Target['kind'], facts: Facts): string[] =>
  (kind === 'review' ? ['title', 'comment'] : ['description', 'bio'])
    .map((name) => facts[name])
    .filter((text): text is string => typeof text === 'string' && text !== '')

/** A private message is not shown here, because each reading of one is recorded (`lookAtMessages`). */
export function describe(
  kind: Target['kind'],
  facts: Facts,
  wording: Wording,
): { text: string; facts: LabelledText[] } {
  if (kind === 'message') return { text: '', facts: [] }
  const shown = Object.entries(FACTS).filter(([name, { isText }]) => !isText && isSaid(facts[name]))
  return {
    text: textsOf(kind, facts).join('\n'),
    facts: shown.map(([name, fact]) => ({ label: fact.label, text: textOf(fact, facts[name], wording) })),
  }
}

/** Changes of its owner since the case was opened; none if they are not known. */
export function changesSince(openedAs: Facts | null, facts: Facts, wording: Wording): Change[] {
  if (openedAs === null) return []
  return Object.entries(FACTS)
    .filter(([name, { isFixed }]) => !isFixed && (name in openedAs || name in facts))
    .map(([name, fact]) => ({
      label: fact.label,
      before: textOf(fact, openedAs[name], wording),
      now: textOf(fact, facts[name], wording),
    }))
    .filter(({ before, now }) => before !== now)
}
