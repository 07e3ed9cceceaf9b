import { type S3Options, S3Refusal, s3Requests } from './s3-requests.ts'
import { isStorageKey, type ListingStorage, requireStorageKey, type StoredFile } from './storage.ts'
import { versionOf, versionsAt } from './s3-versions.ts'
import { s3Writing } from './s3-writing.ts'

const ANSWER_MILLISECONDS = 10_000
/** Time for which a successful check is reused, because requests cost money. */
const CHECKED_MILLISECONDS = 10_000
const PROBE_KEY = 'probe/none'

interface S3StorageOptions {
  /** Reads and lists a bucket with versions as it was at this moment. */
  at?: Date
  answerMilliseconds?: number
  now?: () => number
}

const isMissing = (error: unknown) => error instanceof S3Refusal && error.status === 404

/**
 * Opens a bucket of any S3-compatible service, with path-style addresses. Fails at once if the bucket cannot be used.
 */
export async function openS3Storage(
  options: S3Options,
  { at, answerMilliseconds = ANSWER_MILLISECONDS, now = () => performance.now() }: S3StorageOptions = {},
): Promise<ListingStorage> {
  const send = s3Requests(options)
  const { put, checkWriting } = s3Writing(send, { answerMilliseconds, now })

  async function read(key: string): Promise<StoredFile | null> {
    const query = at && (await versionOf(send, key, { at, timeoutMilliseconds: answerMilliseconds }))
    if (at && !query) return null
    try {
      return toStoredFile(await send({ method: 'GET', key, query, timeoutMilliseconds: answerMilliseconds }))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const checkReading = throttle(async () => (await read(PROBE_KEY))?.stream.cancel(), now)
  await checkReading()

  return {
    async put(key, content, contentType) {
      requireStorageKey(key)
      await put(key, content, contentType)
    },
    async read(key) {
      requireStorageKey(key)
      return read(key)
    },
    async remove(key) {
      requireStorageKey(key)
      try {
        const response = await send({ method: 'DELETE', key, timeoutMilliseconds: answerMilliseconds })
        await response.text()
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    list: (within) => keysBelow(send, within, { at, timeoutMilliseconds: answerMilliseconds }),
    async check() {
      checkWriting()
      await checkReading()
    },
  }
}

function throttle(check: () => Promise<unknown>, now: () => number): () => Promise<void> {
  let checkedAt = -Infinity
  return async () => {
    if (now() - checkedAt < CHECKED_MILLISECONDS) return
    await check()
    checkedAt = now()
  }
}

/** Lists keys below a folder; services return a thousand at a time. */
async function* keysBelow(
  send: ReturnType<typeof s3Requests>,
  folder: string,
  { at, timeoutMilliseconds }: { at: Date | undefined; timeoutMilliseconds: number },
): AsyncGenerator<string> {
  const prefix = folder === '' ? '' : `${folder}/`
  if (at) {
    for await (const { key } of versionsAt(send, { prefix, at, timeoutMilliseconds })) yield key
    return
  }
  for (let from: string | undefined = ''; from !== undefined;) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(from && { 'continuation-token': from }),
    })
    const response = await send({ method: 'GET', key: '', query: query.toString(), timeoutMilliseconds })
    const page = await response.text()
    for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) if (isStorageKey(key)) yield key
    from = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
  }
}

function toStoredFile(response: Response): StoredFile {
  const stream = response.body ?? new Blob([]).stream()
  return {
    stream,
    size: Number(response.headers.get('content-length') ?? 0),
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
  }
}
