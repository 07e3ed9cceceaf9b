import { startEncodeChild, type EncodeChild, type EncodeResult } from './encode-child.ts'
import { ImageRefused, type ImageRefusal, type ProcessedImage } from './image.ts'

export interface ImageProcessorOptions {
  /** For one picture; then its process is killed. */
  timeoutMs?: number
  /** Resident memory of the process that decodes and encodes. */
  maxMemoryMb?: number
  /** Told each time such a process starts. */
  onStart?: (pid: number) => void
}

export interface ImageProcessor {
  /**
   * Pictures wait in line: one is worked on at a time, in a process of its own.
   * Throws `ImageRefused` when the picture is at fault.
   */
  process(bytes: Uint8Array): Promise<ProcessedImage>
  /** Ends the work at hand and the process; whoever waits gets an error. */
  close(): Promise<void>
}

const TIMEOUT_MS = 60_000
/** A progressive JPEG of 50 million pixels takes 412. */
const MAX_MEMORY_MB = 640
/** The first death may be an accident of the machine; a picture that ends two processes is the reason. */
const ATTEMPTS = 2
/** Refusals that leave the process at work. */
const STILL_AT_WORK: ReadonlySet<ImageRefusal> = new Set(['timeout', 'too-much-memory'])

const isReusableAfter = (result: EncodeResult): boolean =>
  'image' in result || ('refused' in result && !STILL_AT_WORK.has(result.refused))

export function createImageProcessor(options: ImageProcessorOptions = {}): ImageProcessor {
  const { timeoutMs = TIMEOUT_MS, maxMemoryMb = MAX_MEMORY_MB, onStart } = options
  let child: EncodeChild | undefined
  let closed = false
  let lastInLine: Promise<unknown> = Promise.resolve()

  const start = () => {
    const started = startEncodeChild(maxMemoryMb)
    if (started.pid !== undefined) onStart?.(started.pid)
    return started
  }

  const stop = async () => {
    const stopped = child
    child = undefined
    await stopped?.kill()
  }

  const attempt = async (bytes: Uint8Array): Promise<EncodeResult> => {
    if (closed) throw new Error('The image processor is closed.')
    child ??= start()
    const result = await child.encode(bytes, timeoutMs)
    if (!isReusableAfter(result)) await stop()
    return result
  }

  const encode = async (bytes: Uint8Array, attempts: number): Promise<ProcessedImage> => {
    const result = await attempt(bytes)
    if ('image' in result) return result.image
    if ('refused' in result) throw new ImageRefused(result.refused)
    if ('fault' in result) throw new Error('Encoding a picture failed.', { cause: result.fault })
    if (attempts > 1) return encode(bytes, attempts - 1)
    throw new ImageRefused('crashed', { cause: result.ended })
  }

  return {
    process(bytes) {
      const image = lastInLine.then(() => encode(bytes, ATTEMPTS))
      lastInLine = image.catch(() => undefined)
      return image
    },
    async close() {
      closed = true
      await stop()
      await lastInLine
    },
  }
}
