import { createHash } from 'node:crypto'
import type { S3Request, s3Requests } from './s3-requests.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'

/** Factor of the timeout for completing an upload, because services may copy the whole file before they reply. */
const ANSWERS_TO_COMPLETE = 30

export type Payload = Pick<S3Request, 'body' | 'headers' | 'timeoutMilliseconds'>

interface Upload {
  key: string
  contentType: string
  /** Parts of the file; each is sent before the next is read. */
  payloads: AsyncIterable<Payload>
  answerMilliseconds: number
}

const queryOf = (values: Record<string, string>) => new URLSearchParams(values).toString()
const elementIn = (answer: string, name: string) => new RegExp(`<${name}>([^<]+)<`).exec(answer)?.[1]

/** A multipart upload of S3. The file appears once it is complete, and no part of it before. */
export async function multipartUpload(
  send: ReturnType<typeof s3Requests>,
  { key, contentType, payloads, answerMilliseconds: timeoutMilliseconds }: Upload,
): Promise<void> {
  async function begin(): Promise<string> {
    const headers = { 'Content-Type': contentType }
    const query = queryOf({ uploads: '' })
    const response = await send({ method: 'POST', key, query, headers, timeoutMilliseconds })
    const uploadId = elementIn(await response.text(), 'UploadId')
    if (uploadId === undefined)
      throw new StorageError('unwritable', `the storage did not begin a multipart upload of ${key}`)
    return uploadId
  }

  async function sendAll(uploadId: string): Promise<string[]> {
    const etags: string[] = []
    for await (const payload of payloads) {
      const query = queryOf({ partNumber: String(etags.length + 1), uploadId })
      const response = await send({ method: 'PUT', key, query, ...payload })
      await response.text()
      etags.push(response.headers.get('etag') ?? '')
    }
    return etags
  }

  async function complete(uploadId: string, etags: string[]): Promise<void> {
    const list = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
    const response = await send({
      method: 'POST',
      key,
      query: queryOf({ uploadId }),
      body,
      headers: {
        'Content-Type': 'application/xml',
        'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'),
      },
      timeoutMilliseconds: timeoutMilliseconds * ANSWERS_TO_COMPLETE,
    })
    // The reply begins with 200 before the service knows the result, so an error may follow in the body.
    const code = elementIn(await response.text(), 'Code')
    if (code !== undefined)
      throw new StorageError('unreachable', `the storage could not complete ${key} (${code})`)
  }

  const uploadId = await begin()
  try {
    await complete(uploadId, await sendAll(uploadId))
  } catch (error) {
    const abort = { method: 'DELETE', key, query: queryOf({ uploadId }), timeoutMilliseconds } as const
    await send(abort).then(
      (response) => response.text(),
      () => undefined,
    )
    throw error
  }
}
