import { plainText } from '#server/moderation/guard/judgement/look-alikes.ts'
import {
  type LinearModel,
  readModel,
  type Stretches,
} from '#server/moderation/guard/judgement/linear-model.ts'
import { type Example, type Learning, learnKinds, learnWhether } from './learn.ts'
import { modelFile, type Trained } from './model-file.ts'

/** A word is known if as many texts have it. */
const KNOWN_TEXTS = 3
const FOLDS = 4

/** A sort of labelled texts, and how to learn from it. */
export interface Subject<Text> {
  texts: readonly (Text & { batch: number })[]
  kinds: readonly string[]
  learning: Learning
  stretches: Stretches
  wordsOf(text: Text): string
  exampleOf(text: Text, known: ReadonlySet<string>): Example
}

function knownWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(plainText(text).match(/[a-z]+/g) ?? []))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const isKnown = ([word, count]: [string, number]) => word.length > 1 && count >= KNOWN_TEXTS
  return [...counts]
    .filter(isKnown)
    .map(([word]) => word)
    .toSorted()
}

export function fit<Text>(
  { kinds, learning, wordsOf, exampleOf }: Subject<Text>,
  texts: readonly Text[],
): Trained {
  const known = knownWords(texts.map(wordsOf))
  const examples = texts.map((text) => exampleOf(text, new Set(known)))
  return {
    whether: learnWhether(examples, learning),
    kinds: learnKinds(examples, { kinds, decay: learning.decay }),
    names: kinds,
    known,
  }
}

interface Scored {
  score: number
  isOfKind: boolean
  isKindRight: boolean
}

function scoresOf<Text>(subject: Subject<Text>, model: LinearModel, texts: readonly Text[]): Scored[] {
  const known = new Set(model.header.known)
  return texts.map((text) => {
    const { parts, isOfKind, kind } = subject.exampleOf(text, known)
    const judged = model.judge(parts, subject.stretches)
    return { score: judged.score, isOfKind, isKindRight: model.kindOf(judged).kind === kind }
  })
}

/** Scores of texts by models that have not seen other texts of their writers. */
export function crossScores<Text>(subject: Subject<Text>): Scored[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const isHeld = ({ batch }: { batch: number }) => batch > 0 && batch % FOLDS === fold
    const trained = fit(
      subject,
      subject.texts.filter((text) => !isHeld(text)),
    )
    const model = readModel(modelFile(trained, { trainedFrom: '', thresholds: {} }))
    return scoresOf(subject, model, subject.texts.filter(isHeld))
  })
}

/** The score that this share of harmless texts passes. */
export function thresholdOf(scores: readonly Scored[], share: number): number {
  const harmless = scores.filter(({ isOfKind }) => !isOfKind).map(({ score }) => score)
  harmless.sort((one, other) => other - one)
  return harmless[Math.floor(harmless.length * share)] ?? 0
}

/** A line about texts of unknown writers at a threshold. */
export function describe(scores: readonly Scored[], threshold: number): string {
  const bad = scores.filter(({ isOfKind }) => isOfKind)
  const seen = bad.filter(({ score }) => score > threshold)
  const right = seen.filter(({ isKindRight }) => isKindRight)
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
  return `above ${threshold.toFixed(2)}: ${percent(seen.length, bad.length)} of ${bad.length} seen, kind right in ${percent(right.length, seen.length)}`
}
