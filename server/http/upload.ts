import type { Context } from 'hono'
import type { ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/app-error.ts'

/** All uploads of this process together may hold this much memory. */
const HELD_BYTES_MAX = 96 * 1024 * 1024
/** As much of a body as decides whether it is wanted. */
const START_BYTES = 1024
/** What is sent of a refused body is still read, up to here: a browser hears no answer while it cannot send. */
const DISCARDED_BYTES_MAX = 16 * 1024 * 1024
const DISCARDING_MILLISECONDS = 60_000

interface UploadLimit {
  mostBytes: number
  /** Refusal of a body that is larger. */
  tooLarge: ProblemCode
}

let heldBytes = 0

function hold(count: number) {
  if (heldBytes + count > HELD_BYTES_MAX) throw new AppError('overloaded', { retryAfterSeconds: 5 })
  heldBytes += count
}

const declaredBytes = (c: Context): number => Number(c.req.header('content-length') ?? 0)

/**
 * Reads a raw body as it comes, gives up as soon as it is too large, and hands it over. What was declared counts
 * only to refuse early. Its memory is free again once `handle` is done.
 */
export async function withUpload<Result>(
  c: Context,
  { mostBytes, tooLarge }: UploadLimit,
  handle: (bytes: Uint8Array) => Promise<Result>,
): Promise<Result> {
  if (declaredBytes(c) > mostBytes) throw new AppError(tooLarge)
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of body ?? []) {
      hold(piece.byteLength)
      size += piece.byteLength
      if (size > mostBytes) throw new AppError(tooLarge)
      pieces.push(piece)
    }
    return await handle(Buffer.concat(pieces))
  } finally {
    heldBytes -= size
  }
}

interface StreamLimit extends UploadLimit {
  /** Throws when a body that begins so is not wanted. Of a short body it gets all. */
  checkStart: (start: Uint8Array) => void
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Whoever sent it is gone, so this is no fault of ours, and nobody reads the answer. */
async function readPiece(reader: Reader | undefined): Promise<Uint8Array | undefined> {
  try {
    return (await reader?.read())?.value
  } catch (error) {
    throw new AppError('fault', { cause: error })
  }
}

async function* piecesOf(reader: Reader | undefined, { mostBytes, tooLarge, checkStart }: StreamLimit) {
  const start: Uint8Array[] = []
  let size = 0
  let isChecked = false
  for (let piece = await readPiece(reader); piece; piece = await readPiece(reader)) {
    size += piece.byteLength
    if (size > mostBytes) throw new AppError(tooLarge)
    if (isChecked) yield piece
    else {
      start.push(piece)
      if (size < START_BYTES) continue
      checkStart(Buffer.concat(start))
      isChecked = true
      yield* start
    }
  }
  if (isChecked) return
  checkStart(Buffer.concat(start))
  yield* start
}

async function discardRest(reader: Reader): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), DISCARDING_MILLISECONDS)
  try {
    let size = 0
    while (size < DISCARDED_BYTES_MAX) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
    }
  } catch {
    // The sender is gone, which is an end as well.
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Hands a raw body on piece by piece, as fast as `handle` takes them, so that none of it is held. `handle` may leave
 * it; what is still sent is then read and forgotten, so that the sender gets the answer.
 */
export async function withUploadStream<Result>(
  c: Context,
  limit: StreamLimit,
  handle: (pieces: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const declared = declaredBytes(c)
  if (declared > DISCARDED_BYTES_MAX) throw new AppError(limit.tooLarge)
  const reader: Reader | undefined = c.req.raw.body?.getReader()
  try {
    if (declared > limit.mostBytes) throw new AppError(limit.tooLarge)
    return await handle(piecesOf(reader, limit))
  } finally {
    if (reader) await discardRest(reader)
  }
}
