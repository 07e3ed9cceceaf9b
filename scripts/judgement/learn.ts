import { FEATURE_BITS, type Features } from '#server/moderation/guard/judgement/features.ts'
import { KIND_BITS, kindNumber, scaleOf } from '#server/moderation/guard/judgement/linear-model.ts'

/** Logistic regression by AdaGrad, with decay of the weights in use (L2). */
const EPOCHS = 20
const RATE = 0.5

/** How a model is learned. */
export interface Learning {
  /** Features of fewer texts tell nothing of others. */
  leastTexts: number
  decay: number
}

export interface Example {
  parts: readonly Features[]
  isOfKind: boolean
  kind: string
}

interface Input {
  numbers: Int32Array
  /** The score does not grow with the text's length. */
  scale: number
}

/** Features of fewer texts than `leastTexts` tell nothing of others. */
function inputsOf(examples: readonly Example[], leastTexts: number): Input[] {
  const texts = new Uint32Array(1 << FEATURE_BITS)
  const all = examples.map(({ parts }) => parts.flatMap(({ numbers }) => numbers))
  for (const numbers of all) for (const number of numbers) texts[number] = (texts[number] ?? 0) + 1
  return all.map((numbers) => ({
    numbers: Int32Array.from(numbers.filter((number) => (texts[number] ?? 0) >= leastTexts)),
    scale: scaleOf(numbers.length),
  }))
}

/** The same order on every machine, so that a training can be repeated (a linear congruential generator). */
function createShuffle() {
  let seed = 1
  return (order: Uint32Array): void => {
    for (let at = order.length - 1; at > 0; at -= 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      const other = seed % (at + 1)
      const kept = order[at] as number
      order[at] = order[other] as number
      order[other] = kept
    }
  }
}

export interface Weights {
  weights: Float64Array
  bias: number
}

interface Task {
  inputs: readonly Input[]
  wanted: Uint8Array
  /** Number of different features. */
  size: number
  decay: number
}

function learn({ inputs, wanted, size, decay }: Task): Weights {
  const weights = new Float64Array(size + 1)
  const squares = new Float64Array(size + 1).fill(1e-8)
  const order = Uint32Array.from(inputs, (_, index) => index)
  const shuffle = createShuffle()
  const move = (number: number, gradient: number) => {
    const square = (squares[number] as number) + gradient * gradient
    squares[number] = square
    weights[number] = (weights[number] as number) - (RATE * gradient) / Math.sqrt(square)
  }
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order)
    for (const index of order) {
      const { numbers, scale } = inputs[index] as Input
      let score = weights[size] as number
      for (const number of numbers) score += (weights[number] as number) * scale
      const error = 1 / (1 + Math.exp(-score)) - (wanted[index] as number)
      for (const number of numbers) move(number, error * scale + decay * (weights[number] as number))
      move(size, error)
    }
  }
  return { weights: weights.subarray(0, size), bias: weights[size] as number }
}

/** Weights that tell texts of the kinds from others. */
export const learnWhether = (examples: readonly Example[], { leastTexts, decay }: Learning): Weights =>
  learn({
    inputs: inputsOf(examples, leastTexts),
    wanted: Uint8Array.from(examples, ({ isOfKind }) => Number(isOfKind)),
    size: 1 << FEATURE_BITS,
    decay,
  })

/** Weights of each kind against the others. */
export function learnKinds(
  examples: readonly Example[],
  { kinds, decay }: { kinds: readonly string[]; decay: number },
): Weights[] {
  const own = examples.filter(({ isOfKind, kind }) => isOfKind && kind !== '')
  const inputs = inputsOf(own, 2).map(({ numbers, scale }) => ({
    numbers: Int32Array.from(numbers, kindNumber),
    scale,
  }))
  return kinds.map((name) =>
    learn({
      inputs,
      wanted: Uint8Array.from(own, ({ kind }) => Number(kind === name)),
      size: 1 << KIND_BITS,
      decay,
    }),
  )
}
