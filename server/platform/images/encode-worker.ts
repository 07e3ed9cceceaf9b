import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { drawShare } from './draw-share.ts'
import { encodeAvatar } from './encode-avatar.ts'
import { describePhoto, encodePhoto, restrictSharp } from './encode-photo.ts'
import { ImageRefused, type ImageRecipe, type ImageRecipes, type ImageRefusal } from './image.ts'

/** A request; the picture itself follows on standard input. */
export interface EncodeRequest {
  recipe: ImageRecipe
  /** Size of the picture in bytes. */
  size: number
}
export type EncodeReply = { image: ImageRecipes[ImageRecipe] } | { refused: ImageRefusal } | { fault: string }

const CHECK_MS = 50
const ENCODERS = { photo: encodePhoto, likeness: describePhoto, avatar: encodeAvatar, share: drawShare }

const reply = (message: EncodeReply): void => void process.send?.(message)

/**
 * Lowers the priority, so that pages and sign-ins come before photos. Beside other busy programs photos still get a
 * tenth of a core; at the lowest priority they would wait for ever. On Linux a priority applies to one thread and the
 * threads it starts, and the encoding threads already exist.
 */
function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
    } catch (error) {
      // The thread may have just ended.
      if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') throw error
    }
  }
}

const [maxMemoryMb = 0, maxCpuMs = 0] = process.argv.slice(2, 4).map(Number)

if (process.argv[4] === 'low-priority') lowerPriority()
restrictSharp()

/** CPU time, not elapsed time, because photos wait long on a busy machine. */
const usedMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The parent kills this process when it reads the reply, because the process cannot stop its own encoder. */
function refuseTooMuch(before: NodeJS.CpuUsage): void {
  if (process.memoryUsage.rss() > maxMemoryMb * 2 ** 20) reply({ refused: 'too-much-memory' })
  else if (usedMs(before) > maxCpuMs) reply({ refused: 'timeout' })
}

// The parent has ended. The process kills itself, because an ordinary exit would first wait for the encoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.on('message', (request: EncodeRequest) => void work(request))

/** Receives one picture; the parent sends the next one after the reply. */
async function receive(size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size;) {
    const piece = process.stdin.read() as Buffer | null
    if (piece) bytes.set(piece, at)
    else await once(process.stdin, 'readable')
    at += piece?.byteLength ?? 0
  }
  return bytes
}

async function work(request: EncodeRequest): Promise<void> {
  const check = setInterval(refuseTooMuch, CHECK_MS, process.cpuUsage())
  const answer = await answerTo(request)
  clearInterval(check)
  reply(answer)
  // The picture and its files are outside the heap, so their size does not trigger the collector.
  globalThis.gc?.()
}

async function answerTo({ recipe, size }: EncodeRequest): Promise<EncodeReply> {
  try {
    return { image: await ENCODERS[recipe](await receive(size)) }
  } catch (error) {
    if (error instanceof ImageRefused) return { refused: error.reason }
    return { fault: String(error instanceof Error ? error.stack : error) }
  }
}
