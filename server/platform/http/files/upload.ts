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

/** As much of a body as decides whether it is wanted. */
const START_BYTES = 1024
/** 2 KB a second: less than the slowest phone network carries. A pause such as that of a tunnel is shorter. */
const PACE: Pace = { milliseconds: 20_000, bytes: 40_000 }
/** The site sends one after the other; another client may send all twenty of a bulk upload at once. */
const STREAMS_OF_A_PERSON = 24
/** Each is worked on while its sender waits, and so do those behind it. */
const WHOLE_OF_A_PERSON = 6
/** Many people of a phone network have one address. */
const UPLOADS_OF_AN_ADDRESS = 100
/** Pictures that are there wait on the disk for their turn in memory, ten million bytes each. */
const WHOLE_AT_ONCE = 4
const WHOLE_WAITING = 200

export interface UploadLimit {
  mostBytes: number
  /** Refusal of a body that is larger. */
  tooLarge: ProblemCode
}

export interface StreamLimit extends UploadLimit {
  /** Throws when a body that begins so is not wanted. Of a short body it gets all. */
  checkStart: (start: Uint8Array) => void
}

/** Takes raw bodies in. Nothing that others need is held while a sender is waited for. */
export interface Uploads {
  /** Hands a body over once all of it is there; until then it lies on the disk. */
  whole<Result>(
    request: FastifyRequest,
    personId: string,
    limit: UploadLimit,
    handle: (bytes: Uint8Array) => Promise<Result>,
  ): Promise<Result>
  /**
   * Hands a body on piece by piece, as fast as `handle` takes them, so that none of it is held. `handle` may leave it;
   * what is still sent is then read and forgotten, so that the sender gets the answer.
   */
  stream<Result>(
    request: FastifyRequest,
    personId: string,
    limit: StreamLimit,
    handle: (pieces: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result>
}

const declaredBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)

/** Gives up as soon as it is too large. What was declared counts only to refuse early. */
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

/** Undefined where there was no room. */
type Leave = (() => void) | undefined

interface UploadOptions {
  addressOf: AddressReader
  /** For what is on its way. */
  folder: string
  /** Only tests have less patience. */
  pace?: Pace
}

export function createUploads({ addressOf, folder, pace = PACE }: UploadOptions): Uploads {
  const addresses = fairNetworkShare(UPLOADS_OF_AN_ADDRESS)
  const streams = fairShare(STREAMS_OF_A_PERSON)
  const wholes = fairShare(WHOLE_OF_A_PERSON)
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
