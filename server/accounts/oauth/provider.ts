import { ArcticFetchError, type OAuth2Tokens, UnexpectedResponseError } from 'arctic'
import * as z from 'zod/mini'
import { isEmailAddress } from '#contract/accounts/email-address.ts'
import { Email, PersonName } from '#contract/accounts/accounts.ts'
import { FULL_NAME_MAX } from '#contract/limits.ts'
import { seenLine } from '#contract/typed/seen-text.ts'
import type { Provider } from '#contract/site.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

/**
 * Secrets that are created for one sign-in and checked at its end; only that browser knows them until then.
 */
export interface AuthorizationSecrets {
  state: string
  verifier: string
  nonce: string
}

/** The provider's description of a person; the provider has verified the e-mail address. */
export interface ProviderPerson {
  provider: Provider
  /** The provider's own account id, which stays the same when the e-mail address changes. */
  subject: string
  email: string
  name: string
}

export interface ProviderClient {
  authorizationUrl(secrets: AuthorizationSecrets): Promise<URL>
  /** Throws `provider-refused`, `provider-unreachable` or `provider-email-unverified`. */
  identify(code: string, secrets: AuthorizationSecrets): Promise<ProviderPerson>
}

/** Failures that one address or known device may have at any step of a provider sign-in. */
export const OAUTH_FAILURES = { attempts: 200, seconds: 15 * 60 }

const TIMEOUT_MS = 10_000

const newTimeout = () => AbortSignal.timeout(TIMEOUT_MS)

export const refused = (cause: unknown) => new AppError('provider-refused', { cause })
export const unreachable = (cause: unknown) => new AppError('provider-unreachable', { cause })

function withTimeout<T>(work: Promise<T>): Promise<T> {
  const signal = newTimeout()
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(unreachable(signal.reason)))
  })
  return Promise.race([work, timeout])
}

/**
 * A code is valid once, so every error from the provider is a refusal, including GitHub's 200 with `error`.
 */
export async function exchangeCode(exchange: Promise<OAuth2Tokens>): Promise<OAuth2Tokens> {
  try {
    const tokens = await withTimeout(exchange)
    if ('error' in tokens.data) throw refused(tokens.data.error)
    return tokens
  } catch (error) {
    if (error instanceof AppError) throw error
    const hasNoReply = error instanceof ArcticFetchError || error instanceof UnexpectedResponseError
    throw hasNoReply ? unreachable(error) : refused(error)
  }
}

/** Fetches and parses the body of a GET; anything else is the provider's fault. */
export async function fetchJson<Schema extends z.ZodMiniType>(
  address: string,
  schema: Schema,
  headers: Record<string, string> = {},
): Promise<z.output<Schema>> {
  try {
    const response = await fetch(address, {
      headers: { Accept: 'application/json', ...headers },
      redirect: 'error',
      signal: newTimeout(),
    })
    if (!response.ok) throw new Error(`${new URL(address).pathname} replied with status ${response.status}`)
    return z.parse(schema, await response.json())
  } catch (error) {
    throw unreachable(error)
  }
}

/** A provider's verified address as it stands: what people may type around their own is not read here. */
export function verifiedEmail(email: unknown, isVerified: boolean): string {
  const parsed = z.safeParse(Email, email)
  const isPlain = typeof email === 'string' && isEmailAddress(email.toLowerCase())
  if (!isVerified || !isPlain || !parsed.success) throw new AppError('provider-email-unverified')
  return parsed.data
}

/** The beginning of a name, cut between two characters as people see them. */
function fittingName(text: string): string {
  let fitting = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (fitting.length + segment.length > FULL_NAME_MAX) break
    fitting += segment
  }
  return fitting.trim()
}

/**
 * The provider's name without invisible characters, cut to the length of registration; otherwise the part of
 * the address before the @.
 */
export function personName(providerName: string | null | undefined, email: string): string {
  const name = z.safeParse(PersonName, fittingName(seenLine(providerName ?? '')))
  return name.success ? name.data : fittingName(email.split('@')[0] ?? '')
}
