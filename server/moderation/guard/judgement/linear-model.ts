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

export interface LinearModel {
  header: ModelHeader
  /** The sum of all parts of a text. Above 0, the text is more likely to be of the kinds than not. */
  score(...parts: readonly Features[]): number
  /** The most likely kind of a text, and its probability among the kinds. */
  kindOf(...parts: readonly Features[]): { kind: string; probability: number }
  /** The share of each word in the score. */
  shares(words: number, ...parts: readonly Features[]): number[]
}

const scaleOf = (parts: readonly Features[]) =>
  1 / Math.sqrt(parts.reduce((sum, { numbers }) => sum + numbers.length, 0) || 1)

/** Reads a model from its file's content. */
export function readModel(file: Buffer): LinearModel {
  const bytes = brotliDecompressSync(file)
  const end = bytes.indexOf('\n')
  const header = z.parse(Header, JSON.parse(bytes.toString('utf8', 0, end)))
  const at = bytes.byteOffset + end + 1
  const weights = new Int8Array(bytes.buffer, at, 1 << FEATURE_BITS)
  const kindWeights = new Int8Array(bytes.buffer, at + weights.length, header.kinds.length << KIND_BITS)
  const { bias, step, kinds, kindStep } = header

  const sum = (
    values: Int8Array,
    from: number,
    parts: readonly Features[],
    slot: (number: number) => number,
  ) => {
    let total = 0
    for (const { numbers } of parts)
      for (const number of numbers) total += values[from + slot(number)] as number
    return total
  }

  return {
    header,
    score: (...parts) => bias + step * scaleOf(parts) * sum(weights, 0, parts, (number) => number),
    kindOf(...parts) {
      const scale = kindStep * scaleOf(parts)
      const powers = kinds.map((kind, index) =>
        Math.exp(kind.bias + scale * sum(kindWeights, index << KIND_BITS, parts, kindNumber)),
      )
      const best = powers.indexOf(Math.max(...powers))
      return {
        kind: kinds[best]?.name ?? '',
        probability: (powers[best] ?? 0) / powers.reduce((all, power) => all + power, 0),
      }
    },
    shares(words, ...parts) {
      const found = Array.from({ length: words }, () => 0)
      const scale = step * scaleOf(parts)
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
