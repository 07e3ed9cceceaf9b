import { ArcticFetchError, type OAuth2Tokens, UnexpectedResponseError } from 'arctic'
import * as z from 'zod/mini'
import { Email, PersonName } from '#contract/accounts.ts'
import { FULL_NAME_MAX } from '#contract/limits.ts'
import type { Provider } from '#contract/site.ts'
import { AppError } from '#server/app-error.ts'

/** What one sign-in is begun with and checked by: all three are secrets of that browser until they are used. */
export interface Attempt {
  state: string
  verifier: string
  nonce: string
}

/** Whom a provider says it is; the e-mail address is verified there. */
export interface ProviderPerson {
  provider: Provider
  /** The provider's own id of the account, which stays when its e-mail address changes. */
  subject: string
  email: string
  name: string
}

export interface ProviderClient {
  /** Where the browser goes to ask for consent. */
  authorizationUrl(attempt: Attempt): Promise<URL>
  /** Refused with `provider-refused`, `provider-unreachable` or `provider-email-unverified`. */
  identify(code: string, attempt: Attempt): Promise<ProviderPerson>
}

/** From one address, steps of any sign-in with a provider. */
export const OAUTH_TRIES = { tries: 60, seconds: 15 * 60 }

const PATIENCE_MILLISECONDS = 10_000

const patience = () => AbortSignal.timeout(PATIENCE_MILLISECONDS)

export const refused = (cause: unknown) => new AppError('provider-refused', { cause })
export const unreachable = (cause: unknown) => new AppError('provider-unreachable', { cause })

/** Gives up on a provider that does not answer. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const signal = patience()
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(unreachable(signal.reason)))
  })
  return Promise.race([work, late])
}

/** A code is good once: whatever the provider says against it is a refusal, GitHub's 200 with `error` too. */
export async function exchangeCode(exchange: Promise<OAuth2Tokens>): Promise<OAuth2Tokens> {
  try {
    const tokens = await inTime(exchange)
    if ('error' in tokens.data) throw refused(tokens.data.error)
    return tokens
  } catch (error) {
    if (error instanceof AppError) throw error
    const noAnswer = error instanceof ArcticFetchError || error instanceof UnexpectedResponseError
    throw noAnswer ? unreachable(error) : refused(error)
  }
}

/** The body of a GET, parsed; anything else is the provider's fault. */
export async function fetchJson<Schema extends z.ZodMiniType>(
  address: string,
  schema: Schema,
  headers: Record<string, string> = {},
): Promise<z.output<Schema>> {
  try {
    const response = await fetch(address, {
      headers: { Accept: 'application/json', ...headers },
      redirect: 'error',
      signal: patience(),
    })
    if (!response.ok) throw new Error(`${new URL(address).pathname} answered ${response.status}`)
    return z.parse(schema, await response.json())
  } catch (error) {
    throw unreachable(error)
  }
}

/** A verified address, by the same rule as one that is typed here. */
export function verifiedEmail(email: unknown, isVerified: boolean): string {
  const parsed = z.safeParse(Email, email)
  if (!isVerified || !parsed.success) throw new AppError('provider-email-unverified')
  return parsed.data
}

/** A name by the rule of registration, without what is invisible; else the part of the address before the @. */
export function personName(given: string | null | undefined, email: string): string {
  const fitting = (text: string) => text.slice(0, FULL_NAME_MAX).toWellFormed().trim()
  const written = (given ?? '')
    .replace(/(?!\s)[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const name = z.safeParse(PersonName, fitting(written))
  return name.success ? name.data : fitting(email.split('@')[0] ?? '')
}
