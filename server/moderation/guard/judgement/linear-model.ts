import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import * as z from 'zod/mini'
import { FEATURE_BITS, type Features } from './features.ts'

/**
 * A linear model: a text's score is the sum of its features' weights. Weights are stored in a byte each, after a line
 * of JSON, and compressed. scripts/judgement/train.ts writes the files.
 */
const Header = z.object({
  /** SHA-256 of the labelled texts and of the code that it was trained with. */
  trainedFrom: z.string(),
  bias: z.number(),
  /** Weight of one step of a byte. */
  step: z.number(),
  /** Least scores by name, such as 'warn'. */
  thresholds: z.record(z.string(), z.number()),
  kinds: z.array(z.object({ name: z.string(), bias: z.number() })),
  kindStep: z.number(),
  /** Words that joined words are split into. */
  known: z.array(z.string()),
})
export type ModelHeader = z.output<typeof Header>

/** Kinds are told apart by fewer weights: a feature's number without its lowest bits. */
export const KIND_BITS = 16
export const kindNumber = (feature: number) => feature >>> (FEATURE_BITS - KIND_BITS)

/** The stretches that may say it alone: any of a message, or those from the beginning of a listing, with its title. */
export type Stretches = 'any' | 'first'

interface Judged {
  score: number
  /** The features that the score is of. */
  numbers: readonly number[]
}

export interface LinearModel {
  header: ModelHeader
  /**
   * The score of all parts of a text together, or of the few stretches in a row that score highest, so that harmless
   * words around it hide nothing. Above 0, the text is more likely to be of the kinds than not.
   */
  judge(parts: readonly Features[], stretches: Stretches): Judged
  /** The most likely kind of what was judged, and its probability among the kinds. */
  kindOf(judged: Judged): { kind: string; probability: number }
  /** The share of each word in the score. */
  shares(words: number, ...parts: readonly Features[]): number[]
}

/** Texts of fewer features score no higher than others for each of them. */
const LEAST_FEATURES = 40

/** A score does not grow with the text's length. */
export const scaleOf = (features: number): number => 1 / Math.sqrt(Math.max(features, LEAST_FEATURES))

const lengthOf = (parts: readonly Features[]) => parts.reduce((sum, { numbers }) => sum + numbers.length, 0)

/** A stretch must say it more clearly than a whole text, because a long text has many. */
const STRETCH_MARGIN = 0.7

/** Most stretches that are judged together. */
const STRETCHES_TOGETHER = 3

/**
 * One to three stretches in a row with the highest score; undefined for a text of no more, which is judged as a whole.
 * `scoreOf` takes a sum of weights, and the number of features that it is of.
 */
function bestStretches(
  parts: readonly Features[],
  which: Stretches,
  {
    sumOf,
    scoreOf,
  }: { sumOf: (numbers: readonly number[]) => number; scoreOf: (sum: number, length: number) => number },
): Judged | undefined {
  const stretches = (parts[0]?.stretches ?? []).map((_, index) => {
    const numbers = parts.flatMap((part) => part.stretches[index] ?? [])
    return { numbers, sum: sumOf(numbers) }
  })
  if (stretches.length <= STRETCHES_TOGETHER) return undefined
  let best = { score: -Infinity, from: 0, until: 1 }
  const beginnings = which === 'any' ? stretches.length : 1
  for (let from = 0; from < beginnings; from += 1) {
    let sum = 0
    let length = 0
    for (let until = from + 1; until <= Math.min(from + STRETCHES_TOGETHER, stretches.length); until += 1) {
      sum += stretches[until - 1]?.sum ?? 0
      length += stretches[until - 1]?.numbers.length ?? 0
      const score = scoreOf(sum, length) - STRETCH_MARGIN
      if (score > best.score) best = { score, from, until }
    }
  }
  return {
    score: best.score,
    numbers: stretches.slice(best.from, best.until).flatMap((stretch) => stretch.numbers),
  }
}

/** Reads a model from its file's content. */
export function readModel(file: Buffer): LinearModel {
  const bytes = brotliDecompressSync(file)
  const end = bytes.indexOf('\n')
  const header = z.parse(Header, JSON.parse(bytes.toString('utf8', 0, end)))
  const at = bytes.byteOffset + end + 1
  const weights = new Int8Array(bytes.buffer, at, 1 << FEATURE_BITS)
  const kindWeights = new Int8Array(bytes.buffer, at + weights.length, header.kinds.length << KIND_BITS)
  const { bias, step, kinds, kindStep } = header

  const sumOf = (numbers: readonly number[]) => {
    let total = 0
    for (const number of numbers) total += weights[number] as number
    return total
  }
  const scoreOf = (sum: number, length: number) => bias + step * sum * scaleOf(length)
  const sumOfKind = (kind: number, numbers: readonly number[]) => {
    let total = 0
    for (const number of numbers) total += kindWeights[(kind << KIND_BITS) + kindNumber(number)] as number
    return total
  }

  return {
    header,
    judge(parts, which) {
      const numbers = parts.flatMap((part) => part.numbers)
      const score = scoreOf(sumOf(numbers), numbers.length)
      const best = bestStretches(parts, which, { sumOf, scoreOf })
      return best && best.score > score ? best : { score, numbers }
    },
    kindOf({ numbers }) {
      const scale = kindStep * scaleOf(numbers.length)
      const powers = kinds.map((kind, index) => Math.exp(kind.bias + scale * sumOfKind(index, numbers)))
      const best = powers.indexOf(Math.max(...powers))
      return {
        kind: kinds[best]?.name ?? '',
        probability: (powers[best] ?? 0) / powers.reduce((all, power) => all + power, 0),
      }
    },
    shares(words, ...parts) {
      const found = Array.from({ length: words }, () => 0)
      const scale = step * scaleOf(lengthOf(parts))
      for (const { numbers, at: from } of parts)
        for (const [index, number] of numbers.entries()) {
          const word = from[index] ?? 0
          if (word < words) found[word] = (found[word] ?? 0) + scale * (weights[number] as number)
        }
      return found
    },
  }
}

/** Reads a model's file, a neighbour of this one. */
export const loadModel = (name: string): LinearModel =>
  readModel(readFileSync(`${import.meta.dirname}/${name}.model`))
