import type { FastifyRequest } from 'fastify'
import type { ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { createGate } from '#server/platform/concurrency/gate.ts'
import { asPictureRefusal } from '#server/platform/images/picture-refusal.ts'
import type { AddressReader } from '#server/platform/http/client-address.ts'
import { fairNetworkShare, fairShare } from '#server/platform/http/limits/fair-share.ts'
import {
  DISCARDED_BYTES_MAX,
  type Pace,
  pacedBody,
  type PacedBody,
} from '#server/platform/http/limits/paced-body.ts'
import { openUnnamedFile, type UnnamedFile } from './unnamed-file.ts'

/** Bytes of a body that decide whether it is accepted. */
const START_BYTES = 1024
/** 2 KB a second, less than the slowest phone network. Pauses such as in a tunnel are shorter than the window. */
const PACE: Pace = { milliseconds: 20_000, bytes: 40_000 }
/** The site uploads one file after the other; another client may send all twenty of a bulk upload at once. */
const STREAMS_PER_PERSON = 24
/** Each upload is processed while its sender and the uploads behind it wait. */
const WHOLE_PER_PERSON = 6
/** Many people of a phone network share an address. */
const UPLOADS_PER_ADDRESS = 100
/** Complete pictures wait on the disk until they may be loaded into memory, ten million bytes each. */
const WHOLE_AT_ONCE = 4
const WHOLE_WAITING = 200

export interface UploadLimit {
  mostBytes: number
  /** Refusal of a larger body. */
  tooLarge: ProblemCode
}

export interface StreamLimit extends UploadLimit {
  /** Throws if a body with this start is not accepted. A short body is passed completely. */
  checkStart: (start: Uint8Array) => void
}

/** Receives raw bodies without blocking shared resources while waiting for a sender. */
export interface Uploads {
  /** Passes on a body once it is complete; until then it is on the disk. */
  whole<Result>(
    request: FastifyRequest,
    personId: string,
    limit: UploadLimit,
    handle: (bytes: Uint8Array) => Promise<Result>,
  ): Promise<Result>
  /**
   * Passes on a body piece by piece as fast as `handle` reads it, so that it is never in memory as a whole. `handle`
   * may stop early; the rest is then read and discarded, so that the sender receives the reply.
   */
  stream<Result>(
    request: FastifyRequest,
    personId: string,
    limit: StreamLimit,
    handle: (pieces: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result>
}

const declaredBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)

/** Yields a body and throws as soon as it is too large; its declared length is not trusted here. */
async function* limited(body: PacedBody, { mostBytes, tooLarge }: UploadLimit) {
  let size = 0
  for (let piece = await body.read(); piece; piece = await body.read()) {
    size += piece.byteLength
    if (size > mostBytes) throw new AppError(tooLarge)
    yield piece
  }
}

async function* checked(body: PacedBody, limit: StreamLimit) {
  const start: Uint8Array[] = []
  let size = 0
  let isChecked = false
  for await (const piece of limited(body, limit)) {
    if (isChecked) {
      yield piece
      continue
    }
    start.push(piece)
    size += piece.byteLength
    if (size < START_BYTES) continue
    limit.checkStart(Buffer.concat(start))
    isChecked = true
    yield* start
  }
  if (isChecked) return
  limit.checkStart(Buffer.concat(start))
  yield* start
}

async function fileOf(body: PacedBody, limit: UploadLimit, folder: string): Promise<UnnamedFile> {
  let file: UnnamedFile | undefined
  try {
    file = await openUnnamedFile(folder)
    for await (const piece of limited(body, limit)) await file.write(piece)
    return file
  } catch (error) {
    await file?.close()
    throw asPictureRefusal(error)
  }
}

/** Undefined if the limit was reached. */
type Leave = (() => void) | undefined

interface UploadOptions {
  addressOf: AddressReader
  /** Folder for incomplete uploads. */
  folder: string
  /** Minimum speed; only tests change it. */
  pace?: Pace
}

export function createUploads({ addressOf, folder, pace = PACE }: UploadOptions): Uploads {
  const addresses = fairNetworkShare(UPLOADS_PER_ADDRESS)
  const streams = fairShare(STREAMS_PER_PERSON)
  const wholes = fairShare(WHOLE_PER_PERSON)
  const turns = createGate({
    concurrency: WHOLE_AT_ONCE,
    queueLength: WHOLE_WAITING,
    retryAfterSeconds: 10,
  })

  async function receive<Result>(
    request: FastifyRequest,
    leavePerson: Leave,
    work: (body: PacedBody) => Promise<Result>,
  ) {
    const leaveAddress = leavePerson && addresses.take(addressOf(request))
    const body = leaveAddress && pacedBody(request.raw, pace)
    try {
      if (!body) throw new AppError('too-many-requests', { retryAfterSeconds: 5 })
      return await work(body)
    } finally {
      body?.close()
      leaveAddress?.()
      leavePerson?.()
    }
  }

  return {
    whole(request, personId, limit, handle) {
      if (declaredBytes(request) > limit.mostBytes) throw new AppError(limit.tooLarge)
      return receive(request, wholes.take(personId), async (body) => {
        const file = await fileOf(body, limit, folder)
        try {
          return await turns.run(async () => handle(await file.read()))
        } finally {
          await file.close()
        }
      })
    },

    stream(request, personId, limit, handle) {
      const declared = declaredBytes(request)
      if (declared > DISCARDED_BYTES_MAX) throw new AppError(limit.tooLarge)
      return receive(request, streams.take(personId), async (body) => {
        try {
          if (declared > limit.mostBytes) throw new AppError(limit.tooLarge)
          return await handle(checked(body, limit))
        } finally {
          await body.discard()
        }
      })
    },
  }
}
