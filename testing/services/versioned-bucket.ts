import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Server } from './s3-server.ts'

interface Version {
  key: string
  id: string
  at: Date
  /** Undefined if it was deleted. */
  content: Buffer | undefined
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

/** A small page size, so that lists have several pages. */
const PAGE = 3
/** Minimum size of each part except the last. */
const PART_LEAST = 5 * 1024 * 1024
const refused = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code></Error>`,
})

const nameOf = ({ content }: Version) => (content ? 'Version' : 'DeleteMarker')
const entryOf = (version: Version) =>
  `<${nameOf(version)}><Key>${version.key}</Key><VersionId>${version.id}</VersionId><LastModified>${version.at.toISOString()}</LastModified></${nameOf(version)}>`

/** Versions of each key, newest first. */
class Versions {
  #all: Version[] = []

  add(key: string, content: Buffer | undefined): void {
    const version = { key, id: String(this.#all.length), at: new Date(), content }
    this.#all = [version, ...this.#all].toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  }

  read(key: string, id: string | null): Answer {
    const found = this.#all.find((version) => version.key === key && (id === null || version.id === id))
    return found?.content ? { status: 200, body: found.content } : refused(404, 'NoSuchKey')
  }

  list(prefix: string): Answer {
    const newest = new Map(this.#all.toReversed().map((version) => [version.key, version]))
    const keys = [...newest.values()].filter(({ key, content }) => key.startsWith(prefix) && content)
    const names = keys.map(({ key }) => key).toSorted()
    return { status: 200, body: names.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('') }
  }

  listVersions(query: URLSearchParams): Answer {
    const all = this.#all.filter(({ key }) => key.startsWith(query.get('prefix') ?? ''))
    const start =
      1 +
      all.findIndex(({ key, id }) => key === query.get('key-marker') && id === query.get('version-id-marker'))
    const page = all.slice(start, start + PAGE)
    const last = page.at(-1)
    const isTruncated = start + PAGE < all.length
    const next = isTruncated
      ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`
      : ''
    const entries = page.map(entryOf).join('')
    return { status: 200, body: `<IsTruncated>${isTruncated}</IsTruncated>${next}${entries}` }
  }

  async put(key: string, request: IncomingMessage): Promise<Answer> {
    return ifChecksumMatches(request, (content) => {
      this.add(key, content)
      return { status: 200 }
    })
  }
}

async function ifChecksumMatches(
  request: IncomingMessage,
  take: (content: Buffer, etag: string) => Answer,
): Promise<Answer> {
  const content = await buffer(request)
  const checksum = request.headers['content-md5']
  if (!checksum) return refused(400, 'InvalidRequest')
  const md5 = createHash('md5').update(content)
  if (checksum !== md5.copy().digest('base64')) return refused(400, 'BadDigest')
  return take(content, `"${md5.digest('hex')}"`)
}

/** Multipart uploads, whose files are invisible until they are complete. */
class Uploads {
  #begun = 0
  #open = new Map<string, Map<number, { content: Buffer; etag: string }>>()

  /** Sizes of the incomplete uploads in bytes. */
  unfinished(): number[] {
    return Array.from(this.#open.values(), (received) =>
      Array.from(received.values()).reduce((sum, { content }) => sum + content.byteLength, 0),
    )
  }

  begin(): Answer {
    this.#begun += 1
    this.#open.set(String(this.#begun), new Map())
    return { status: 200, body: `<UploadId>${this.#begun}</UploadId>` }
  }

  async put(query: URLSearchParams, request: IncomingMessage): Promise<Answer> {
    return ifChecksumMatches(request, (content, etag) => {
      const received = this.#open.get(query.get('uploadId') ?? '')
      if (!received) return refused(404, 'NoSuchUpload')
      received.set(Number(query.get('partNumber')), { content, etag })
      return { status: 200, headers: { ETag: etag } }
    })
  }

  async complete(id: string, request: IncomingMessage, store: (content: Buffer) => void): Promise<Answer> {
    const list = (await buffer(request)).toString()
    const received = this.#open.get(id)
    if (!received) return refused(404, 'NoSuchUpload')
    const named = Array.from(
      list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)</g),
      ([, number, etag]) => ({ part: received.get(Number(number)), etag }),
    )
    const contents = named.map(({ part, etag }) => (part?.etag === etag ? part?.content : undefined))
    if (contents.length === 0 || contents.includes(undefined)) return refused(400, 'InvalidPart')
    if (contents.slice(0, -1).some((content) => Number(content?.byteLength) < PART_LEAST))
      return refused(400, 'EntityTooSmall')
    this.#open.delete(id)
    store(Buffer.concat(contents.filter((content) => content !== undefined)))
    return { status: 200, body: '<CompleteMultipartUploadResult/>' }
  }

  abort(id: string): Answer {
    return this.#open.delete(id) ? { status: 204 } : refused(404, 'NoSuchUpload')
  }
}

/** Answers requests for multipart uploads; undefined for any other. */
async function uploading(
  { versions, uploads }: Bucket,
  { key, query }: { key: string; query: URLSearchParams },
  request: IncomingMessage,
): Promise<Answer | undefined> {
  if (request.method === 'POST' && query.has('uploads')) return uploads.begin()
  const id = query.get('uploadId')
  if (id === null) return undefined
  if (request.method === 'PUT') return uploads.put(query, request)
  if (request.method === 'DELETE') return uploads.abort(id)
  return uploads.complete(id, request, (content) => versions.add(key, content))
}

interface Bucket {
  versions: Versions
  uploads: Uploads
  mayDelete: boolean
}

async function answerOf(bucket: Bucket, request: IncomingMessage): Promise<Answer> {
  const { versions, mayDelete } = bucket
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
  const key = decodeURIComponent(pathname.replace(/^\/[^/]+\//, ''))
  const answer = await uploading(bucket, { key, query: searchParams }, request)
  if (answer) return answer
  if (request.method === 'PUT') return versions.put(key, request)
  if (request.method === 'DELETE') {
    if (!mayDelete || searchParams.has('versionId')) return refused(403, 'AccessDenied')
    versions.add(key, undefined)
    return { status: 204 }
  }
  if (key !== '') return versions.read(key, searchParams.get('versionId'))
  if (searchParams.has('versions')) return versions.listVersions(searchParams)
  return versions.list(searchParams.get('prefix') ?? '')
}

/**
 * A bucket with versions and object locks, as S3's documentation describes: a deletion adds a marker, and an
 * upload without a checksum is refused.
 */
export async function startVersionedBucket({ mayDelete = true } = {}): Promise<
  Pick<S3Server, 'options' | 'close'> & Pick<Uploads, 'unfinished'>
> {
  const bucket = { versions: new Versions(), uploads: new Uploads(), mayDelete }
  const server = createServer((request, response) => {
    void answerOf(bucket, request).then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'versioned',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    },
    unfinished: () => bucket.uploads.unfinished(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
