import type { Contract } from '#contract/contract.ts'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import type { FieldProblem, ProblemBody, ProblemCode } from '#contract/problem.ts'
import type { AVATAR_PATH, ProfileReply } from '#contract/profiles.ts'

/** Method and address of every call; `satisfies` keeps them equal to the contract, whose schemas stay out of the browser. */
const ADDRESSES = {
  listCategories: ['GET', '/api/categories'],
  listFeatured: ['GET', '/api/featured'],
  searchProducts: ['GET', '/api/products'],
  suggest: ['GET', '/api/suggestions'],
  getProduct: ['GET', '/api/products/:id'],
  listReviews: ['GET', '/api/products/:id/reviews'],
  register: ['POST', '/api/auth/register'],
  verifyEmail: ['POST', '/api/auth/verify-email'],
  resendVerification: ['POST', '/api/auth/resend-verification'],
  login: ['POST', '/api/auth/login'],
  refreshSession: ['POST', '/api/auth/refresh'],
  logout: ['POST', '/api/auth/logout', 'signed in'],
  requestPasswordReset: ['POST', '/api/auth/reset-password'],
  recoverSession: ['POST', '/api/auth/recover'],
  updatePassword: ['PUT', '/api/account/password', 'signed in'],
  listDevices: ['GET', '/api/account/sessions', 'signed in'],
  endDevice: ['DELETE', '/api/account/sessions/:id', 'signed in'],
  endOtherDevices: ['DELETE', '/api/account/sessions', 'signed in'],
  exchangeNativeCode: ['POST', '/api/auth/native'],
  getAccount: ['GET', '/api/account', 'signed in'],
  changeEmail: ['POST', '/api/account/email', 'signed in'],
  confirmEmailChange: ['POST', '/api/auth/change-email'],
  reauthenticate: ['POST', '/api/account/reauthenticate', 'signed in'],
  getPreferences: ['GET', '/api/account/preferences', 'signed in'],
  savePreferences: ['PUT', '/api/account/preferences', 'signed in'],
  getExport: ['GET', '/api/account/export', 'signed in'],
  requestExport: ['POST', '/api/account/export', 'signed in'],
  downloadExport: ['POST', '/api/account/export/download', 'signed in'],
  deleteAccount: ['POST', '/functions/v1/delete-user-account', 'signed in'],
  startTwoFactor: ['POST', '/api/account/two-factor/start', 'signed in'],
  enableTwoFactor: ['POST', '/api/account/two-factor/enable', 'signed in'],
  disableTwoFactor: ['POST', '/api/account/two-factor/disable', 'signed in'],
  passTwoFactor: ['POST', '/api/auth/two-factor'],
  getSecurity: ['GET', '/api/account/security', 'signed in'],
  sendPhoneCode: ['POST', '/api/account/phone/code', 'signed in'],
  verifyPhone: ['POST', '/api/account/phone/verify', 'signed in'],
  getProfile: ['GET', '/api/profile', 'signed in'],
  saveProfile: ['PUT', '/api/profile', 'signed in'],
  deleteAvatar: ['DELETE', '/api/profile/avatar', 'signed in'],
  getSeller: ['GET', '/api/sellers/:id'],
  listSellerProducts: ['GET', '/api/sellers/:id/products'],
  revealContact: ['POST', '/api/sellers/:id/contacts', 'signed in'],
} as const satisfies { [Name in keyof Contract]: Address<Contract[Name]> }

type Address<E extends Endpoint> = E['signedIn'] extends true
  ? readonly [E['method'], E['path'], 'signed in']
  : readonly [E['method'], E['path']]

export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

/** A call that did not succeed. `status` is 0 when no answer came, as when offline. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ProblemCode | 'offline'
  readonly fields: FieldProblem[]
  readonly requestId: string | undefined

  /** The account's deletion words its failure as a mere text. */
  constructor(status: number, failure?: ProblemBody['error'] | string) {
    const problem: Partial<ProblemBody['error']> | undefined =
      typeof failure === 'string' ? { message: failure } : failure
    super(
      problem?.message ??
        (status === 0 ? 'You seem to be offline.' : 'Something went wrong. Please try again.'),
    )
    this.name = 'ApiError'
    this.status = status
    this.code = problem?.code ?? (status === 0 ? 'offline' : 'fault')
    this.fields = problem?.fields ?? []
    this.requestId = problem?.requestId
  }
}

/** Status of a failed call, also of one that reached the browser as data of a rendered page. */
export const statusOf = (error: unknown): number | undefined => (error as ApiError | null)?.status

export interface ApiClient {
  call<Name extends keyof Contract>(
    name: Name,
    input: Input<Contract[Name]>,
    signal?: AbortSignal,
  ): Promise<Reply<Contract[Name]>>
  /** A reply that is a file. */
  download(name: FileCall, input: Input<Contract[FileCall]>): Promise<Blob>
  /** Sends a file's bytes as they are. */
  upload<Path extends keyof Uploads>(path: Path, file: Blob): Promise<Uploads[Path]>
}

/** Where files may be sent, and what is answered. */
interface Uploads {
  [AVATAR_PATH]: ProfileReply
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

async function send(fetch: ApiFetch, address: string, init: RequestInit) {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0)
  }
}

export interface ClientParts {
  fetch: ApiFetch
  /** A token that is good for the next request, for calls of signed-in people. */
  accessToken?: () => Promise<string | undefined>
  /** Told when the server no longer takes that token. */
  onSessionEnded?: (accessToken: string) => void
}

export function createApiClient({ fetch, accessToken, onSessionEnded }: ClientParts): ApiClient {
  /** Sends with the person's token if told, and throws what is not a success. */
  async function exchange(address: string, init: RequestInit, signedIn: boolean): Promise<Response> {
    const token = signedIn ? await accessToken?.() : undefined
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(token && { Authorization: `Bearer ${token}` }),
    }
    const response = await send(fetch, address, { ...init, headers })
    if (response.ok) return response
    const reply = (await response.json().catch(() => undefined)) as Partial<ProblemBody> | undefined
    const error = new ApiError(response.status, reply?.error)
    if (token && error.code === 'session-ended') onSessionEnded?.(token)
    throw error
  }

  function request(name: keyof Contract, input: AnyInput, signal?: AbortSignal): Promise<Response> {
    const [method, path, access] = ADDRESSES[name] as readonly [string, string, string?]
    const { body } = input
    const json = body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
    return exchange(addressOf(path, input), { method, signal, ...json }, access !== undefined)
  }

  return {
    async call(name, input, signal) {
      const response = await request(name, input as AnyInput, signal)
      // The server parsed it by the same contract.
      return (await response.json().catch(() => undefined)) as Reply<Contract[typeof name]>
    },
    async download(name, input) {
      const response = await request(name, input)
      return response.blob().catch(() => {
        // The connection broke on the way.
        throw new ApiError(0)
      })
    },
    async upload(path, file) {
      const headers = { 'Content-Type': file.type }
      const response = await exchange(path, { method: 'PUT', headers, body: file }, true)
      return (await response.json().catch(() => undefined)) as Uploads[typeof path]
    },
  }
}
