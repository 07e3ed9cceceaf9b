import type { Contract } from '#contract/contract.ts'
import { FRESH_MS } from '#contract/rendering/freshness.ts'
import type { Message, messagePhotoPath } from '#contract/conversations/conversations.ts'
import type { reportPicturePath } from '#contract/moderation/reports/reports.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import type { OwnPhoto, PHOTO_UPLOAD_PATH } from '#contract/photos/photo-uploads.ts'
import type { CurrentListing, FieldProblem, ProblemBody, ProblemCode } from '#contract/problem.ts'
import type { AVATAR_PATH, ProfileReply } from '#contract/accounts/profiles.ts'
import { type Address, ADDRESSES } from './addresses.ts'
import { createSiteClock, type SiteClock } from '#web/platform/config/site-clock.ts'

export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

/** A call that failed. `status` is 0 if no answer came, for example offline. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ProblemCode | 'offline'
  readonly fields: FieldProblem[]
  readonly requestId: string | undefined
  /** The listing as it is now; sent with 'changed-elsewhere'. */
  readonly current: CurrentListing | undefined
  /** Allows an appeal; sent with 'account-suspended' and 'account-banned' at log-in. */
  readonly appealToken: string | undefined
  /** Seconds that the server wants the client to wait before another attempt; 0 if it does not say. */
  readonly retryAfterSeconds: number

  /** `failure` is a string when the deletion of an account fails. */
  constructor(status: number, failure?: Partial<ProblemBody['error']> | string, retryAfterSeconds = 0) {
    const problem: Partial<ProblemBody['error']> =
      typeof failure === 'string' ? { message: failure } : { ...failure }
    super(
      problem.message ??
        (status === 0 ? 'You seem to be offline.' : 'Something went wrong. Please try again.'),
    )
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? (status === 0 ? 'offline' : 'fault')
    this.fields = problem.fields ?? []
    this.requestId = problem.requestId
    this.current = problem.current
    this.appealToken = problem.appealToken
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Status of a failed call. The error may also be plain data in a page that the server rendered. */
export const statusOf = (error: unknown): number | undefined => (error as ApiError | null)?.status

/** What a person has to prove: their identity or, for calls of staff, their second factor. */
export type Proof = 'identity' | 'second-step'

function proofFor(error: unknown): Proof | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'second-step-required') return 'second-step'
  return error.code === 'reauthentication-required' ? 'identity' : undefined
}

/** True if the person declined the proof. They know what did not happen, so no message is needed. */
export const isProofDeclined = (error: unknown): boolean => proofFor(error) !== undefined

/** The server's reason for a failure, if people can understand it. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code !== 'fault' ? error.message : undefined

export interface ApiClient {
  /** Each reply corrects it. */
  readonly clock: SiteClock
  call<Name extends keyof Contract>(
    name: Name,
    input: Input<Contract[Name]>,
    signal?: AbortSignal,
  ): Promise<Reply<Contract[Name]>>
  download(name: FileCall, input: Input<Contract[FileCall]>): Promise<Blob>
  upload<Path extends keyof Uploads>(path: Path, file: Blob, options?: UploadOptions): Promise<Uploads[Path]>
}

interface Uploads {
  [AVATAR_PATH]: ProfileReply
  [path: `${typeof PHOTO_UPLOAD_PATH}/${string}`]: OwnPhoto
  [path: ReturnType<typeof messagePhotoPath>]: Message
  [path: ReturnType<typeof reportPicturePath>]: undefined
}

interface UploadOptions {
  signal?: AbortSignal
  /** Replaces the client's own fetch, for example to report progress. */
  fetch?: ApiFetch
}

type FileCall = {
  [Name in keyof Contract]: Contract[Name] extends { contentType: string } ? Name : never
}[keyof Contract]

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | number | null | undefined>
  body?: unknown
}

function addressOf(path: string, { params = {}, query = {} }: AnyInput) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** A connection that breaks, also within the reply, is a failure without a status. An abort keeps its error. */
const connected = <Result>(reply: Promise<Result>, signal?: AbortSignal | null): Promise<Result> =>
  reply.catch((error: unknown) => {
    throw signal?.aborted ? error : new ApiError(0)
  })

export interface ClientOptions {
  fetch: ApiFetch
  clock?: SiteClock
  /**
   * Returns a token that is valid for the next request; only calls of signed-in people need one. Uploads have
   * no call name.
   */
  accessToken?: (call?: keyof Contract) => Promise<string | undefined>
  /** Called when the server no longer accepts that token. */
  onSessionEnded?: (accessToken: string) => void
  /** Called when a suspended or banned person logs in with the right proof. */
  onShutOut?: (appealToken: string) => void
  /** Shows the dialog for a proof. If it resolves to true, the call is repeated. */
  prove?: (proof: Proof, call?: keyof Contract) => Promise<boolean>
}

interface ExchangeOptions {
  name?: keyof Contract
  signedIn: boolean
  fetch: ApiFetch
}

/** Failing to delete an account returns the message as a string with the code beside it. */
type FailureBody = { error?: ProblemBody['error'] | string; code?: ProblemCode } | undefined

function errorOf({ status, headers }: Response, body: FailureBody) {
  const problem = typeof body?.error === 'string' ? { message: body.error, code: body.code } : body?.error
  return new ApiError(status, problem, Number(headers.get('Retry-After')) || 0)
}

/** Sends a request, with the person's token if the call needs one, and throws if it fails. */
function createExchange(client: ClientOptions, clock: SiteClock) {
  const { accessToken, onSessionEnded, onShutOut, prove } = client
  let changedAt = -Infinity

  async function attempt(address: string, init: RequestInit, options: ExchangeOptions): Promise<Response> {
    const token = options.signedIn ? await accessToken?.(options.name) : undefined
    const isRead = init.method === 'GET'
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(isRead && performance.now() - changedAt < FRESH_MS && { 'Cache-Control': 'no-cache' }),
    }
    const response = await connected(options.fetch(address, { ...init, headers }), init.signal)
    clock.note?.(response)
    if (!isRead) changedAt = performance.now()
    if (response.ok) return response
    const error = errorOf(response, (await response.json().catch(() => undefined)) as FailureBody)
    if (token && error.code === 'session-ended') onSessionEnded?.(token)
    throw error
  }

  return async (address: string, init: RequestInit, options: ExchangeOptions): Promise<Response> => {
    try {
      return await attempt(address, init, options)
    } catch (error) {
      if (error instanceof ApiError && error.appealToken) onShutOut?.(error.appealToken)
      // The call is repeated after the proof.
      const proof = proofFor(error)
      if (proof && (await prove?.(proof, options.name))) return attempt(address, init, options)
      throw error
    }
  }
}

/** Loads the addresses for a call that begins before the services of signed-in people have added them. */
async function loadAddress(name: keyof Contract): Promise<Address> {
  const loaded = await import('./signed-in-addresses.ts').catch(() => {
    throw new ApiError(0)
  })
  Object.assign(ADDRESSES, loaded.SIGNED_IN_ADDRESSES)
  return ADDRESSES[name] as Address
}

export function createApiClient(options: ClientOptions): ApiClient {
  const { fetch, clock = createSiteClock() } = options
  const exchange = createExchange(options, clock)

  async function request(name: keyof Contract, input: AnyInput, signal?: AbortSignal): Promise<Response> {
    const address = ADDRESSES[name] ?? (await loadAddress(name))
    const [, star, method = '', path = ''] = /^(\*?)(\w+) (.*)/.exec(address) ?? []
    const { body } = input
    const json = body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
    // A deletion is sent even if the page is being closed.
    const init = { method, signal, keepalive: method === 'DELETE', ...json }
    return exchange(addressOf(path, input), init, { name, signedIn: star === '*', fetch })
  }

  return {
    clock,
    async call(name, input, signal) {
      const response = await request(name, input as AnyInput, signal)
      // The server takes the reply's fields from the same contract.
      return (await connected(response.json(), signal)) as Reply<Contract[typeof name]>
    },
    async download(name, input) {
      const response = await request(name, input)
      return connected(response.blob())
    },
    async upload(path, file, { signal, fetch: fetchIt = fetch } = {}) {
      const headers = { 'Content-Type': file.type }
      const init = { method: 'PUT', headers, body: file, signal }
      const response = await exchange(path, init, { signedIn: true, fetch: fetchIt })
      return (await (response.status === 204
        ? undefined
        : connected(response.json(), signal))) as Uploads[typeof path]
    },
  }
}
