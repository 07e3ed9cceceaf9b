import type { Context } from 'hono'
import type { ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/app-error.ts'

/** All uploads of this process together may hold this much memory. */
const HELD_BYTES_MAX = 96 * 1024 * 1024

interface UploadLimit {
  mostBytes: number
  /** Refusal of a body that is larger. */
  tooLarge: ProblemCode
}

let heldBytes = 0

/** Counts bytes towards what the process holds. */
function hold(count: number) {
  if (heldBytes + count > HELD_BYTES_MAX) throw new AppError('overloaded', { retryAfterSeconds: 5 })
  heldBytes += count
}

/**
 * Reads a raw body as it comes, gives up as soon as it is too large, and hands it over. What was declared counts
 * only to refuse early. Its memory is free again once `handle` is done.
 */
export async function withUpload<Result>(
  c: Context,
  { mostBytes, tooLarge }: UploadLimit,
  handle: (bytes: Uint8Array) => Promise<Result>,
): Promise<Result> {
  if (Number(c.req.header('content-length') ?? 0) > mostBytes) throw new AppError(tooLarge)
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
