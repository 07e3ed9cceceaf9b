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
  /** Processes pictures one at a time, in a process of its own. Throws `ImageRefused` if the picture is at fault. */
  process<Recipe extends ImageRecipe = 'photo'>(
    bytes: Uint8Array,
    recipe?: Recipe,
  ): Promise<ImageRecipes[Recipe]>
  /** Number of pictures that wait or are being processed. */
  waiting(): number
  /** Ends the current work and the process; all waiting calls fail. */
  close(): Promise<void>
}

const MAX_CPU_MS = 60_000
const TIMEOUT_MS = 5 * 60_000
/** Time after which an idle process is ended. It uses a hundred megabytes, and starts within half a second. */
const IDLE_MS = 5 * 60_000
/**
 * An ordinary photo needs 160 MB, whatever its size. Progressive JPEGs and interlaced PNGs can only be decoded as a
 * whole: with 50 million pixels they need 270 MB, without chroma subsampling 410, in CMYK 510. No setting of libvips,
 * Node or malloc reduces this.
 */
const MAX_MEMORY_MB = 640
/** Attempts per picture. A first crash may have another cause; a picture that crashes two processes is at fault. */
const ATTEMPTS = 2
/** Refusals after which the process is still encoding. */
const STILL_ENCODING: ReadonlySet<ImageRefusal> = new Set(['timeout', 'too-much-memory'])

const outcomeOf = (result: EncodeResult): string => {
  if ('image' in result) return 'made'
  if ('refused' in result) return result.refused
  return 'fault' in result ? 'fault' : 'ended'
}

const isReusableAfter = (result: EncodeResult): boolean =>
  'image' in result || ('refused' in result && !STILL_ENCODING.has(result.refused))

/** Runs work one after the other, and `whenIdle` after IDLE_MS without work. */
function createSerialQueue(whenIdle: () => Promise<void>) {
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
    lowPriority: true,
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
    telemetry?.pictureTimes.of(picture.recipe, outcomeOf(result)).observe(performance.now() - started)
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

  const queue = createSerialQueue(stop)
  return {
    process<Recipe extends ImageRecipe>(bytes: Uint8Array, recipe?: Recipe) {
      const image = queue.add(() => encode({ recipe: recipe ?? 'photo', bytes }, ATTEMPTS))
      // The encoder's reply has the type of the recipe.
      return image as Promise<ImageRecipes[Recipe]>
    },
    waiting: queue.waiting,
    async close() {
      closed = true
      await stop()
      await queue.end()
    },
  }
}
