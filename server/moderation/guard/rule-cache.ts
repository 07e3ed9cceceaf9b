import type { ListingWarning } from '#contract/moderation/guard/guard.ts'
import { isAboutThreats } from '#contract/moderation/guard/rules.ts'
import type { GuardHit, Warning } from '#contract/moderation/guard/warning.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lazySamples } from '#server/moderation/guard/judgement/labelled-texts.ts'
import { loadMessageModel, type Side, SIDES } from '#server/moderation/guard/judgement/message-judge.ts'
import type { LinearModel } from '#server/moderation/guard/judgement/linear-model.ts'
import { createLoadingCache } from '#server/platform/cache/loading-cache.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { Log } from '#server/platform/process/log.ts'
import { compileRules, type Engine, type Hit, type WordLists } from './engine.ts'
import type { TrialResult } from './measure.ts'
import { learnedKind, parseExclusion, parsePattern } from './pattern.ts'
import { type RuleRow, selectRules, selectWordLists } from './queries.ts'
import { RULES_CHANNEL } from './rules.ts'

/** The compiled live rules. */
export interface LiveRules {
  engine: Engine
  /** The input of `guard_warnings` for a message, as JSON; null if no rule matched. */
  read(text: string): string | null
  /** The rules that match if this side wrote the text, most serious first; the side is null if nobody knows it. */
  findHits(text: string, writer: Side | null): GuardHit[]
  warn(ruleIds: readonly number[]): Warning[]
  /** The words that make a text a threat, or null. */
  findThreat(text: string): string | null
  /** Warnings that buyers would see about a listing. */
  listingWarnings(text: string): ListingWarning[]
}

export type Guard = ReturnType<typeof createGuard>

/** A newer version that runs beside this one may store patterns that this one cannot read. */
export function isReadable({ patterns, exclusions }: RuleRow, lists: WordLists): boolean {
  try {
    for (const text of patterns) if (learnedKind(text) === undefined) parsePattern(text, lists)
    for (const text of exclusions) parseExclusion(text, lists)
    return true
  } catch {
    return false
  }
}

const toWarning = (row: RuleRow): Warning => ({
  rule: row.name,
  look: row.severity === 'hold' ? 'warn' : (row.severity as Warning['look']),
  reader: row.reader_text,
  writer: row.writer_text,
})

const MOST_SERIOUS_FIRST = ['danger', 'hold', 'warn', 'info']
/** Maximum number of warnings per message; nobody would read more. */
const WARNINGS_SHOWN = 2

/** A comparison with the seller's own number or name has no patterns, and says more than a pattern. */
const isComparison = ({ patterns }: RuleRow) => patterns.length === 0

function warningsOf(rows: readonly RuleRow[]): Warning[] {
  const sorted = rows.toSorted(
    (one, other) => bySeverity(one, other) || Number(isComparison(other)) - Number(isComparison(one)),
  )
  const byText = new Map(sorted.toReversed().map((row) => [row.reader_text, row]))
  return [...byText.values()].toReversed().slice(0, WARNINGS_SHOWN).map(toWarning)
}

/** The live rules that match a text, with the words that counted. */
type Seen = RuleRow & Pick<Hit, 'side' | 'words'>

const concerns = ({ audience, side }: Seen, reader: Side) =>
  side !== reader && (audience === reader || audience === 'both')

const bySeverity = (one: RuleRow, other: RuleRow) =>
  MOST_SERIOUS_FIRST.indexOf(one.severity) - MOST_SERIOUS_FIRST.indexOf(other.severity)

/** Hits of which the readers of this writer's texts are warned, one for each rule. */
function hitsFor(seen: readonly Seen[], writer: Side | null): GuardHit[] {
  const concerning = seen.filter((each) =>
    SIDES.some((reader) => reader !== writer && concerns(each, reader)),
  )
  const byRule = new Map(concerning.toReversed().map((each) => [each.id, each]))
  return [...byRule.values()].toSorted(bySeverity).map(({ name, words }) => ({ rule: name, words }))
}

const ghanaian = (digits: string) => `+${digits.replace(/^0+(?=233)/, '').replace(/^0/, '233')}`

function liveRules(rows: readonly RuleRow[], engine: Engine): LiveRules {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const idOf = (name: string) => rows.find((row) => row.name === name && row.is_live)?.id
  const comparing = {
    otherNumber: idOf('other-number') ?? [],
    otherName: idOf('other-name') ?? [],
  }
  const seenIn = (hits: readonly Hit[]) =>
    hits.flatMap(({ ruleId, side, words }): Seen[] => {
      const row = byId.get(ruleId)
      return row ? [{ ...row, side, words }] : []
    })
  return {
    engine,
    findHits: (text, writer) => hitsFor(seenIn(engine(text).hits), writer),
    read(text) {
      const { hits, phones, names } = engine(text)
      const seen = seenIn(hits)
      if (seen.length === 0) return null
      const forReader = (reader: Side) => seen.filter((each) => concerns(each, reader)).map(({ id }) => id)
      const holding = seen.filter(({ severity }) => severity === 'hold')
      const wallet = { phones: phones.map(ghanaian), names, ...comparing }
      return JSON.stringify({
        buyer: forReader('buyer'),
        seller: forReader('seller'),
        ...(holding.length > 0 ? { hold: holding.map(({ id }) => id) } : {}),
        ...(seen.some((row) => row.compares_wallet) ? { wallet } : {}),
      })
    },
    findThreat: (text) => seenIn(engine(text).hits).find(({ name }) => isAboutThreats(name))?.words ?? null,
    listingWarnings(text) {
      const { hits } = engine(text)
      return hits.flatMap(({ ruleId, side, words }) => {
        const row = byId.get(ruleId)
        const isForBuyers = row && side !== 'buyer' && row.audience !== 'seller' && row.severity !== 'info'
        return isForBuyers ? [{ words, reader: row.reader_text }] : []
      })
    },
    // Includes rules that were switched off later, so that old warnings stay.
    warn: (ruleIds) => warningsOf(ruleIds.flatMap((id) => byId.get(id) ?? [])),
  }
}

/** Compiles the rules in force that this version can read. */
export function compileLive(
  rows: readonly RuleRow[],
  { lists, ...compiling }: { lists: WordLists; ownHost: string; model: LinearModel },
): Engine {
  const live = rows.filter((row) => row.is_live && isReadable(row, lists))
  return compileRules(live, { lists, ...compiling })
}

/** Reads the rules as they are now; `unreadable` is the number of rules that this version cannot read. */
export async function loadRules(
  db: Database,
  { ownHost, model }: { ownHost: string; model: LinearModel },
): Promise<{ rules: LiveRules; unreadable: number }> {
  const [rows, lists] = await Promise.all([selectRules(db), selectWordLists(db)])
  return {
    rules: liveRules(rows, compileLive(rows, { lists, ownHost, model })),
    unreadable: rows.filter((row) => !isReadable(row, lists)).length,
  }
}

interface GuardDeps {
  db: Database
  listener: Listener
  log: Log
  publicUrl: string
}

/** A moderator tries a few sets of words before one is saved, each against the present ones. */
const TRIALS_MAX = 4

/** Each process reads the rules at its first message, and again after a moderator has changed one. */
export function createGuard({ db, listener, log, publicUrl }: GuardDeps) {
  let loadedModel: LinearModel | undefined
  const model = () => (loadedModel ??= loadMessageModel())
  let loaded: Promise<LiveRules> | undefined
  const forget = () => (loaded = undefined)
  listener.on(RULES_CHANNEL, forget)
  listener.onListening(forget)

  async function load(): Promise<LiveRules> {
    const { rules, unreadable } = await loadRules(db, { ownHost: new URL(publicUrl).host, model: model() })
    if (unreadable > 0)
      log.warn(
        `Ignoring ${unreadable} guard rules that this version cannot read. Update the program or edit the rules.`,
      )
    return rules
  }

  return {
    /** The learned part, which is read when it is first needed. */
    model,
    ...lazySamples(),
    /** What rules find in the labelled messages, by the rules and the lists. */
    trials: createLoadingCache<TrialResult>({ max: TRIALS_MAX, freshMs: Infinity }),
    get(): Promise<LiveRules> {
      if (!loaded) {
        const loading = load()
        loaded = loading
        loading.catch(() => {
          if (loaded === loading) forget()
        })
      }
      return loaded
    },
  }
}
