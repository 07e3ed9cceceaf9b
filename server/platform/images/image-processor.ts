import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import {
  startEncodeChild,
  type EncodeChild,
  type EncodeLimits,
  type EncodeResult,
  type Picture,
} from './encode-child.ts'
import { ImageRefused, type ImageRecipe, type ImageRecipes, type ImageRefusal } from './image.ts'

export interface ImageProcessorOptions extends Partial<EncodeLimits> {
  onStart?: (pid: number) => void
  telemetry?: Pick<Telemetry, 'pictureTimes'>
}

export interface ImageProcessor {
  /**
   * Pictures wait in line: one is worked on at a time, in a process of its own.
   * Throws `ImageRefused` when the picture is at fault.
   */
  process<Recipe extends ImageRecipe = 'photo'>(
    bytes: Uint8Array,
    recipe?: Recipe,
  ): Promise<ImageRecipes[Recipe]>
  /** How many wait, that one included which is worked on. */
  waiting(): number
  /** Ends the work at hand and the process; all that wait get an error. */
  close(): Promise<void>
}

const MAX_CPU_MS = 60_000
const TIMEOUT_MS = 5 * 60_000
/** A process that has nothing to do holds a hundred megabytes, and starts within half a second. */
const IDLE_MS = 5 * 60_000
/**
 * An ordinary photo takes 160, whatever its size. A progressive JPEG and an interlaced PNG can only be decoded whole:
 * of 50 million pixels they take 270, with unreduced colours 410, a CMYK one 510. No setting of libvips, Node or malloc
 * makes that less.
 */
const MAX_MEMORY_MB = 640
/** The first death may be an accident of the machine; a picture that ends two processes is the reason. */
const ATTEMPTS = 2
/** Refusals that leave the process at work. */
const STILL_AT_WORK: ReadonlySet<ImageRefusal> = new Set(['timeout', 'too-much-memory'])

const outcomeOf = (result: EncodeResult): string => {
  if ('image' in result) return 'made'
  if ('refused' in result) return result.refused
  return 'fault' in result ? 'fault' : 'ended'
}

const isReusableAfter = (result: EncodeResult): boolean =>
  'image' in result || ('refused' in result && !STILL_AT_WORK.has(result.refused))

/** One after the other; `whenIdle` comes in line as well, once nothing came for so long. */
function createLine(whenIdle: () => Promise<void>) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let idle: NodeJS.Timeout | undefined
  function leave(): void {
    waiting -= 1
    if (waiting === 0) idle = setTimeout(() => void (last = last.then(whenIdle)), IDLE_MS).unref()
  }
  return {
    add<Result>(work: () => Promise<Result>): Promise<Result> {
      const done = last.then(work)
      waiting += 1
      clearTimeout(idle)
      last = done.catch(() => undefined).finally(leave)
      return done
    },
    waiting: () => waiting,
    end: async () => void (await last),
  }
}

export function createImageProcessor(options: ImageProcessorOptions = {}): ImageProcessor {
  const { onStart, telemetry, ...overrides } = options
  const limits: EncodeLimits = {
    maxMemoryMb: MAX_MEMORY_MB,
    maxCpuMs: MAX_CPU_MS,
    timeoutMs: TIMEOUT_MS,
    givesWay: true,
    ...overrides,
  }
  let child: EncodeChild | undefined
  let closed = false

  const start = () => {
    const started = startEncodeChild(limits)
    if (started.pid !== undefined) onStart?.(started.pid)
    return started
  }

  const stop = async () => {
    const stopped = child
    child = undefined
    await stopped?.kill()
  }

  const attempt = async (picture: Picture): Promise<EncodeResult> => {
    if (closed) throw new Error('The image processor is closed.')
    child ??= start()
    const started = performance.now()
    const result = await child.encode(picture)
    telemetry?.pictureTimes.of(picture.recipe, outcomeOf(result)).note(performance.now() - started)
    if (!isReusableAfter(result)) await stop()
    return result
  }

  const encode = async (picture: Picture, attempts: number): Promise<ImageRecipes[ImageRecipe]> => {
    const result = await attempt(picture)
    if ('image' in result) return result.image
    if ('refused' in result) throw new ImageRefused(result.refused)
    if ('fault' in result) throw new Error('Encoding a picture failed.', { cause: result.fault })
    if (attempts > 1) return encode(picture, attempts - 1)
    throw new ImageRefused('crashed', { cause: result.ended })
  }

  const line = createLine(stop)
  return {
    process<Recipe extends ImageRecipe>(bytes: Uint8Array, recipe?: Recipe) {
      const image = line.add(() => encode({ recipe: recipe ?? 'photo', bytes }, ATTEMPTS))
      // The encoder answers with what the recipe makes.
      return image as Promise<ImageRecipes[Recipe]>
    },
    waiting: line.waiting,
    async close() {
      closed = true
      await stop()
      await line.end()
    },
  }
}
