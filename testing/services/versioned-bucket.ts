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

/**
 * A bucket that keeps all versions and locks objects, as the documentation of S3 has it: what is deleted gets a marker,
 * and what is stored without a checksum is refused.
 */
export async function startVersionedBucket({ mayDelete = true } = {}): Promise<
  Pick<S3Server, 'options' | 'close'>
> {
  /** Of each key the newest first. */
  let versions: Version[] = []
  const latest = (key: string) => versions.find((version) => version.key === key)
  const add = (key: string, content: Buffer | undefined) => {
    versions = [{ key, id: String(versions.length), at: new Date(), content }, ...versions].toSorted(
      (a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)),
    )
  }

  function list(prefix: string): Answer {
    const keys = [...new Set(versions.map(({ key }) => key))]
    const found = keys.filter((key) => key.startsWith(prefix) && latest(key)?.content)
    return { status: 200, body: found.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('') }
  }

  function listVersions(query: URLSearchParams): Answer {
    const all = versions.filter(({ key }) => key.startsWith(query.get('prefix') ?? ''))
    const start = all.findIndex(
      ({ key, id }) => key === query.get('key-marker') && id === query.get('version-id-marker'),
    )
    const page = all.slice(start + 1, start + 1 + PAGE)
    const last = page.at(-1)
    const isTruncated = start + 1 + PAGE < all.length
    const entries = page.map(({ key, id, at, content }) => {
      const name = content ? 'Version' : 'DeleteMarker'
      return `<${name}><Key>${key}</Key><VersionId>${id}</VersionId><LastModified>${at.toISOString()}</LastModified></${name}>`
    })
    const next = isTruncated
      ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`
      : ''
    return { status: 200, body: `<IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}` }
  }

  async function put(key: string, request: IncomingMessage): Promise<Answer> {
    const content = await buffer(request)
    const checksum = request.headers['content-md5']
    if (!checksum) return refused(400, 'InvalidRequest')
    if (checksum !== createHash('md5').update(content).digest('base64')) return refused(400, 'BadDigest')
    add(key, content)
    return { status: 200 }
  }

  function read(key: string, id: string | null): Answer {
    const found =
      id === null ? latest(key) : versions.find((version) => version.key === key && version.id === id)
    return found?.content ? { status: 200, body: found.content } : refused(404, 'NoSuchKey')
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
    const key = decodeURIComponent(pathname.replace(/^\/[^/]+\//, ''))
    if (request.method === 'PUT') return put(key, request)
    if (request.method === 'DELETE') {
      if (!mayDelete || searchParams.has('versionId')) return refused(403, 'AccessDenied')
      add(key, undefined)
      return { status: 204 }
    }
    if (key !== '') return read(key, searchParams.get('versionId'))
    return searchParams.has('versions') ? listVersions(searchParams) : list(searchParams.get('prefix') ?? '')
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status).end(body))
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
