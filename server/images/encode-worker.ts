import { constants, setPriority } from 'node:os'
import { encodeAvatar } from './encode-avatar.ts'
import { encodePhoto, restrictSharp } from './encode-photo.ts'
import { ImageRefused, type ImageRecipe, type ImageRecipes, type ImageRefusal } from './image.ts'

export interface EncodeRequest {
  recipe: ImageRecipe
  bytes: Uint8Array
}
export type EncodeReply = { image: ImageRecipes[ImageRecipe] } | { refused: ImageRefusal } | { fault: string }

const MEMORY_CHECK_MS = 50
const ENCODERS = { photo: encodePhoto, avatar: encodeAvatar }

const reply = (message: EncodeReply): void => void process.send?.(message)

// Pages are answered before photos are encoded.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
restrictSharp()

const maxMemory = Number(process.argv[2]) * 2 ** 20
/** The parent kills this process when it reads the reply; nothing here can stop an encoder. */
const refuseTooMuchMemory = () => {
  if (process.memoryUsage.rss() > maxMemory) reply({ refused: 'too-much-memory' })
}

// The parent is gone: leave at once, since an ordinary exit would first wait for the encoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.on('message', (request: EncodeRequest) => void work(request))

async function work(request: EncodeRequest): Promise<void> {
  const memoryCheck = setInterval(refuseTooMuchMemory, MEMORY_CHECK_MS)
  const answer = await answerTo(request)
  clearInterval(memoryCheck)
  reply(answer)
  // The picture and its files lie outside the heap, where their size does not hurry the collector.
  globalThis.gc?.()
}

async function answerTo({ recipe, bytes }: EncodeRequest): Promise<EncodeReply> {
  try {
    return { image: await ENCODERS[recipe](bytes) }
  } catch (error) {
    if (error instanceof ImageRefused) return { refused: error.reason }
    return { fault: String(error instanceof Error ? error.stack : error) }
  }
}
