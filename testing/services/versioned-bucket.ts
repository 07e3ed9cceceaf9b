import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Server } from './s3-server.ts'

interface Version {
  key: string
  id: string
  at: Date
  /** Undefined: it was deleted. */
  content: Buffer | undefined
}

interface Answer {
  status: number
  body?: Buffer | string
}

/** So few that lists have several pages. */
const PAGE = 3
const refused = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code></Error>`,
})

const nameOf = ({ content }: Version) => (content ? 'Version' : 'DeleteMarker')
const entryOf = (version: Version) =>
  `<${nameOf(version)}><Key>${version.key}</Key><VersionId>${version.id}</VersionId><LastModified>${version.at.toISOString()}</LastModified></${nameOf(version)}>`

/** Of each key the newest first. */
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
    const content = await buffer(request)
    const checksum = request.headers['content-md5']
    if (!checksum) return refused(400, 'InvalidRequest')
    if (checksum !== createHash('md5').update(content).digest('base64')) return refused(400, 'BadDigest')
    this.add(key, content)
    return { status: 200 }
  }
}

async function answerOf(versions: Versions, request: IncomingMessage, mayDelete: boolean): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
  const key = decodeURIComponent(pathname.replace(/^\/[^/]+\//, ''))
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
 * A bucket that keeps all versions and locks objects, as the documentation of S3 has it: what is deleted gets a marker,
 * and what is stored without a checksum is refused.
 */
export async function startVersionedBucket({ mayDelete = true } = {}): Promise<
  Pick<S3Server, 'options' | 'close'>
> {
  const versions = new Versions()
  const server = createServer((request, response) => {
    void answerOf(versions, request, mayDelete).then(({ status, body }) =>
      response.writeHead(status).end(body),
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
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
