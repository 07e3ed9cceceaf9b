import { conceptsOf, sideFeatures, textFeatures } from './features.ts'
import { type LinearModel, loadModel } from './linear-model.ts'
import { tellingWords } from './telling-words.ts'
import type { Words } from './words.ts'

export const SIDES = ['buyer', 'seller'] as const
export type Side = (typeof SIDES)[number]

/** What the learned part sees in a message if this side wrote it. */
export interface SeenTrick {
  kind: string
  side: Side
  /** The words that count most, as indexes of the first and after the last. */
  from: number
  until: number
}

/** Tells what a message is from each side that may have written it; nothing for an honest one. */
export type MessageJudge = (words: Words, text: string) => SeenTrick[]

/** Judges messages by labelled ones; `lists` are the concepts that moderators edit. */
export function createMessageJudge(
  lists: Readonly<Record<string, readonly string[]>>,
  model: LinearModel,
): MessageJudge {
  const concepts = conceptsOf(lists)
  const least = model.header.thresholds['warn'] ?? 0
  return (words, text) => {
    if (words.words.length === 0) return []
    const features = textFeatures(words, text, concepts)
    return SIDES.flatMap((side): SeenTrick[] => {
      const parts = [features, sideFeatures(words, side)]
      const judged = model.judge(parts, 'any')
      if (judged.score < least) return []
      const shares = model.shares(words.words.length, ...parts)
      return [{ kind: model.kindOf(judged).kind, side, ...tellingWords(shares, words) }]
    })
  }
}

export const loadMessageModel = (): LinearModel => loadModel('messages')
