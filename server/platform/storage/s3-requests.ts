import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Config } from '#server/config/s3-config.ts'
import { StorageError, type StorageFailure } from '#server/platform/errors/storage-error.ts'

export type S3Options = Omit<S3Config, 'kind'>

export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  key: string
  query?: string
  body?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Maximum wait for the start of the reply, for each attempt. */
  timeoutMilliseconds: number
}

const ATTEMPTS = 3
const FIRST_PAUSE_MILLISECONDS = 100

/** Codes of services for problems that an operator can solve. */
const REASONS: Record<string, StorageFailure> = {
  AccessDenied: 'unwritable',
  AllAccessDisabled: 'unwritable',
  InvalidAccessKeyId: 'unwritable',
  NoSuchBucket: 'unwritable',
  // An attempt whose reply was lost may have completed the upload, or a rule of the bucket aborted it.
  NoSuchUpload: 'unreachable',
  PermanentRedirect: 'unwritable',
  RequestTimeTooSkewed: 'unwritable',
  SignatureDoesNotMatch: 'unwritable',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
}

/** An error reply of a service. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(request: S3Request, status: number, code: string) {
    super(`the storage answered ${request.method} of ${request.key} with ${status} ${code}`.trimEnd())
    this.name = 'S3Refusal'
    this.status = status
    this.code = code
  }
}

function reasonOf({ code, status }: S3Refusal): StorageFailure {
  return (
    REASONS[code] ??
    (status === 507 ? 'full' : status >= 500 || status === 429 ? 'unreachable' : 'unwritable')
  )
}

function failureOf(error: Error): Error {
  if (!(error instanceof S3Refusal)) {
    const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
    return new StorageError('unreachable', `the storage cannot be reached (${code || message})`, {
      cause: error,
    })
  }
  // A missing file is a valid reply.
  if (error.status === 404 && !REASONS[error.code]) return error
  return new StorageError(reasonOf(error), error.message, { cause: error })
}

async function refusalOf(request: S3Request, response: Response): Promise<S3Refusal> {
  const text = await response.text().catch(() => '')
  return new S3Refusal(request, response.status, /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '')
}

const isTemporary = (error: unknown) =>
  !(error instanceof S3Refusal) || (error.status >= 500 && error.status !== 507) || error.status === 429

/**
 * Sends a request and resolves to its successful reply, whose body the caller must read. Temporary failures are
 * retried.
 */
export function s3Requests({ endpoint, bucket, ...keys }: S3Options) {
  /** Cache of signing keys, which are valid for a day. */
  const cache = new Map<string, ArrayBuffer>()

  async function once(request: S3Request): Promise<Response> {
    const { method, key, query, body } = request
    const headers = { ...request.headers, ...(body && { 'Content-Length': String(body.byteLength) }) }
    const url = `${endpoint}/${bucket}/${key}${query === undefined ? '' : `?${query}`}`
    const signed = await new AwsV4Signer({ ...keys, service: 's3', cache, url, method, headers }).sign()
    const timeout = new AbortController()
    const timer = setTimeout(() => {
      timeout.abort(new Error(`no answer to ${method} of ${key} in time`))
    }, request.timeoutMilliseconds)
    try {
      // Redirects are not followed, because the signature is valid only for this address.
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        // The body is a stream, because `fetch` would copy an array.
        ...(body && { body: ReadableStream.from([body]), duplex: 'half' }),
        signal: timeout.signal,
        redirect: 'manual',
      })
      if (!response.ok) throw await refusalOf(request, response)
      return response
    } finally {
      clearTimeout(timer)
    }
  }

  return async function send(request: S3Request): Promise<Response> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await once(request)
      } catch (error) {
        if (attempts === ATTEMPTS || !isTemporary(error)) throw failureOf(error as Error)
        await wait(FIRST_PAUSE_MILLISECONDS * 2 ** (attempts - 1) * (0.5 + Math.random()))
      }
    }
  }
}
