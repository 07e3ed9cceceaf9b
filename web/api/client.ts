import type { Contract } from '#contract/contract.ts'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import type { FieldProblem, ProblemBody, ProblemCode } from '#contract/problem.ts'

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
}

export function createApiClient({ fetch, accessToken }: ClientParts): ApiClient {
  async function request(name: keyof Contract, input: AnyInput, signal?: AbortSignal): Promise<Response> {
    const [method, path, access] = ADDRESSES[name] as readonly [string, string, string?]
    const { body } = input
    const token = access && (await accessToken?.())
    const headers: Record<string, string> = {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    }
    const init = { method, signal, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await send(fetch, addressOf(path, input), init)
    if (response.ok) return response
    const reply = (await response.json().catch(() => undefined)) as Partial<ProblemBody> | undefined
    throw new ApiError(response.status, reply?.error)
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
  }
}
