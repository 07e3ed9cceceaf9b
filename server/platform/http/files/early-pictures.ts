import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type Share, toNobody } from '#server/platform/http/cdn/share.ts'
import { DOCUMENT_HEADERS, NO_FRAME, POLICY_HEADER } from '#server/platform/http/headers.ts'
import type { RequestLoad } from '#server/platform/http/limits/overload.ts'
import { loggedPath, logRequest, type RequestLogDeps } from '#server/platform/http/request-log.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { etagMatches } from './etag.ts'
import { type FindPhoto, findStoredPhoto, PHOTO_ROUTE, type StoredPhoto } from './photos.ts'

/** Of a path that is written in its plain form, so that it means the same here as in the framework. */
const PLAIN_PATH = /^\/photos(?:\/[\w-][\w.-]*)+$/

export interface EarlyPictures {
  /** Sends the picture that is requested; whatever is none, or is not there, is left to `otherwise`. */
  answer(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void
}

interface EarlyPicturesOptions extends RequestLogDeps {
  storage: Storage
  find: FindPhoto
  /** Those of every reply. */
  headers: [name: string, value: string][]
  load: RequestLoad
  share?: Share
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  path: string
  started: number
}

const mayBePicture = ({ method, url = '', headers }: IncomingMessage) =>
  method === 'GET' &&
  PLAIN_PATH.test(url) &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

async function sendFile(response: ServerResponse, { bytes, stream }: StoredPhoto['file']): Promise<void> {
  if (bytes) response.end(bytes)
  // Who goes away in the middle, or a disk that fails there, ends the reply as it is.
  else await pipeline(stream, response).catch(() => undefined)
}

/**
 * Pictures are most of what a page requests, and the framework's way costs more than one of them does: so they are sent
 * before it sees the request. Headers and the line in the log are those of its way, which a test compares.
 */
export function createEarlyPictures(options: EarlyPicturesOptions): EarlyPictures {
  const { storage, find, load, log, share = toNobody } = options
  const sharedHeaders = options.headers.filter(([name]) => !DOCUMENT_HEADERS.includes(name)).flat()

  async function send({ request, response, path, started }: Exchange, photo: StoredPhoto): Promise<void> {
    const requestId = randomUUID()
    const { file, allowed, etag, contentType } = photo
    const head = ['X-Request-Id', requestId, ...sharedHeaders, POLICY_HEADER, NO_FRAME, 'ETag', etag]
    head.push('Content-Type', contentType, ...share(request.headers, allowed).flat())
    const isKnown = etagMatches(request.headers['if-none-match'], etag)
    if (isKnown) {
      if (!file.bytes) await file.stream.cancel()
      response.writeHead(304, head).end()
    } else {
      response.writeHead(200, [...head, 'Content-Length', String(file.size)])
      await sendFile(response, file)
    }
    const status = isKnown ? 304 : 200
    logRequest(options, { requestId, method: 'GET', path, status, started, route: PHOTO_ROUTE })
  }

  return {
    answer(request, response, otherwise) {
      if (!mayBePicture(request)) {
        otherwise()
        return
      }
      const { url: path = '' } = request
      const exchange = { request, response, path, started: performance.now() }
      // What is refused or fails is looked for again by the framework, which has the words for it.
      void load
        .run(() => findStoredPhoto(storage, find, path))
        .catch(() => undefined)
        .then((photo) => (photo ? send(exchange, photo) : otherwise()))
        .catch((error: unknown) => {
          log.error({ err: error, path: loggedPath(path) }, 'a picture was not sent')
          response.destroy()
        })
    },
  }
}
