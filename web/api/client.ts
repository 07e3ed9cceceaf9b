import type { Contract } from '#contract/contract.ts'
import type { Message, messagePhotoPath } from '#contract/conversations.ts'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import type { OwnPhoto, PHOTO_UPLOAD_PATH } from '#contract/photo-uploads.ts'
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
  getOwnReview: ['GET', '/api/products/:id/own-review', 'signed in'],
  createReview: ['POST', '/api/products/:id/reviews', 'signed in'],
  editReview: ['PUT', '/api/reviews/:id', 'signed in'],
  deleteReview: ['DELETE', '/api/reviews/:id', 'signed in'],
  replyToReview: ['POST', '/api/reviews/:id/reply', 'signed in'],
  sendContact: ['POST', '/api/contact'],
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
  stopMail: ['POST', '/api/unsubscribe/:token'],
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
  listOwnProducts: ['GET', '/api/selling/products', 'signed in'],
  getOwnProduct: ['GET', '/api/selling/products/:id', 'signed in'],
  createDraft: ['POST', '/api/selling/products', 'signed in'],
  saveDraft: ['PUT', '/api/selling/products/:id/draft', 'signed in'],
  publishProduct: ['POST', '/api/selling/products/:id/publish', 'signed in'],
  saveProduct: ['PUT', '/api/selling/products/:id', 'signed in'],
  setProductStatus: ['PUT', '/api/selling/products/:id/status', 'signed in'],
  listInterested: ['GET', '/api/selling/products/:id/interested', 'signed in'],
  deleteProduct: ['DELETE', '/api/selling/products/:id', 'signed in'],
  countView: ['POST', '/api/products/:id/views'],
  listLoosePhotos: ['GET', '/api/selling/photos', 'signed in'],
  arrangePhotos: ['PUT', '/api/selling/products/:id/photos', 'signed in'],
  deletePhoto: ['DELETE', '/api/selling/photos/:id', 'signed in'],
  assignPhotos: ['POST', '/api/selling/photos/assign', 'signed in'],
  listFavourites: ['GET', '/api/favourites', 'signed in'],
  whichFavourites: ['GET', '/api/favourites/which', 'signed in'],
  keepFavourite: ['PUT', '/api/favourites/:id', 'signed in'],
  dropFavourite: ['DELETE', '/api/favourites/:id', 'signed in'],
  mergeFavourites: ['POST', '/api/favourites', 'signed in'],
  listSavedSearches: ['GET', '/api/saved-searches', 'signed in'],
  saveSearch: ['POST', '/api/saved-searches', 'signed in'],
  setSearchAlert: ['PUT', '/api/saved-searches/:id', 'signed in'],
  deleteSavedSearch: ['DELETE', '/api/saved-searches/:id', 'signed in'],
  listConversations: ['GET', '/api/conversations', 'signed in'],
  countUnreadConversations: ['GET', '/api/conversations/unread', 'signed in'],
  openConversation: ['POST', '/api/conversations', 'signed in'],
  getConversation: ['GET', '/api/conversations/:id', 'signed in'],
  listMessages: ['GET', '/api/conversations/:id/messages', 'signed in'],
  sendMessage: ['POST', '/api/conversations/:id/messages', 'signed in'],
  markRead: ['POST', '/api/conversations/:id/read', 'signed in'],
  react: ['PUT', '/api/messages/:id/reaction', 'signed in'],
  listNotifications: ['GET', '/api/notifications', 'signed in'],
  countUnreadNotifications: ['GET', '/api/notifications/unread', 'signed in'],
  markNotificationRead: ['POST', '/api/notifications/:id/read', 'signed in'],
  markAllNotificationsRead: ['POST', '/api/notifications/read', 'signed in'],
  deleteNotification: ['DELETE', '/api/notifications/:id', 'signed in'],
  getPushKey: ['GET', '/api/push/key', 'signed in'],
  subscribePush: ['PUT', '/api/push/subscription', 'signed in'],
  unsubscribePush: ['POST', '/api/push/unsubscribe', 'signed in'],
  testPush: ['POST', '/api/push/test', 'signed in'],
  renewPush: ['POST', '/api/push/renew'],
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
  /** How long the server asks to wait before another try; 0 if it asks for nothing. */
  readonly retryAfterSeconds: number

  /** The account's deletion words its failure as a mere text. */
  constructor(status: number, failure?: ProblemBody['error'] | string, retryAfterSeconds = 0) {
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
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Status of a failed call, also of one that reached the browser as data of a rendered page. */
export const statusOf = (error: unknown): number | undefined => (error as ApiError | null)?.status

/** What to tell of a failure, if it is somebody's to understand. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code !== 'fault' ? error.message : undefined

export interface ApiClient {
  call<Name extends keyof Contract>(
    name: Name,
    input: Input<Contract[Name]>,
    signal?: AbortSignal,
  ): Promise<Reply<Contract[Name]>>
  /** A reply that is a file. */
  download(name: FileCall, input: Input<Contract[FileCall]>): Promise<Blob>
  /** Sends a file's bytes as they are. */
  upload<Path extends keyof Uploads>(path: Path, file: Blob, options?: UploadOptions): Promise<Uploads[Path]>
}

/** Where files may be sent, and what is answered. */
interface Uploads {
  [AVATAR_PATH]: ProfileReply
  /** With its query. */
  [path: `${typeof PHOTO_UPLOAD_PATH}/${string}`]: OwnPhoto
  [path: ReturnType<typeof messagePhotoPath>]: Message
}

interface UploadOptions {
  signal?: AbortSignal
  /** Sends instead of the client's own fetch, as by a request that tells its progress. */
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
  async function exchange(
    address: string,
    init: RequestInit,
    signedIn: boolean,
    fetchIt = fetch,
  ): Promise<Response> {
    const token = signedIn ? await accessToken?.() : undefined
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(token && { Authorization: `Bearer ${token}` }),
    }
    const response = await send(fetchIt, address, { ...init, headers })
    if (response.ok) return response
    const reply = (await response.json().catch(() => undefined)) as Partial<ProblemBody> | undefined
    const retryAfter = Number(response.headers.get('Retry-After')) || 0
    const error = new ApiError(response.status, reply?.error, retryAfter)
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
    async upload(path, file, { signal, fetch: fetchIt } = {}) {
      const headers = { 'Content-Type': file.type }
      const response = await exchange(path, { method: 'PUT', headers, body: file, signal }, true, fetchIt)
      return (await response.json().catch(() => undefined)) as Uploads[typeof path]
    },
  }
}
