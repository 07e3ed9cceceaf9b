import { brotliCompressSync } from 'node:zlib'
import type { ModelHeader } from '#server/moderation/guard/judgement/linear-model.ts'
import type { Weights } from './learn.ts'

/** Share of the weights that fit into a byte; the few larger ones are cut, so that small ones keep their differences. */
const FITTING = 0.9995
const BYTE_MAX = 127

function toBytes(all: readonly Float64Array[]): { step: number; bytes: Buffer } {
  const sizes = all.flatMap((weights) => [...weights].filter((weight) => weight !== 0).map(Math.abs))
  sizes.sort((one, other) => one - other)
  const step = (sizes[Math.floor(sizes.length * FITTING)] ?? 1) / BYTE_MAX
  const toByte = (weight: number) => Math.max(-BYTE_MAX, Math.min(BYTE_MAX, Math.round(weight / step)))
  return {
    step,
    bytes: Buffer.concat(all.map((weights) => Buffer.from(Int8Array.from(weights, toByte).buffer))),
  }
}

export interface Trained {
  whether: Weights
  /** Weights of each kind, in the order of `names`. */
  kinds: readonly Weights[]
  names: readonly string[]
  known: string[]
}

/** The bytes of a model's file. */
export function modelFile(
  { whether, kinds, names, known }: Trained,
  more: Pick<ModelHeader, 'trainedFrom' | 'thresholds'>,
): Buffer {
  const main = toBytes([whether.weights])
  const others = toBytes(kinds.map(({ weights }) => weights))
  const header: ModelHeader = {
    ...more,
    bias: whether.bias,
    step: main.step,
    kinds: names.map((name, index) => ({ name, bias: kinds[index]?.bias ?? 0 })),
    kindStep: others.step,
    known,
  }
  return brotliCompressSync(
    Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), main.bytes, others.bytes]),
  )
}
