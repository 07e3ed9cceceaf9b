import { PROVIDERS, type Provider } from '#contract/site.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'
import { type SignInDeps, signInOrChallenge, type SignInResult } from '#server/accounts/sessions/sign-in.ts'
import {
  findOrCreateAccount,
  wasCreatedConcurrently,
  type LinkedAccount,
  type LinkingDeps,
} from './linking.ts'
import { createNativeCode } from './native.ts'
import type { PendingSignIn } from './pending-sign-in.ts'
import { OAUTH_FAILURES, type ProviderClient } from './provider.ts'

type ProviderDeps = Pick<Context, 'providerClients'>
type OAuthDeps = SignInDeps & LinkingDeps & ProviderDeps & Pick<Context, 'limiter'>

interface Callback {
  pending: PendingSignIn
  code: string
  device: ClientDevice
}

/** Returns undefined if this deployment has no keys for the provider. */
export const findProvider = ({ providerClients }: ProviderDeps, name: string): Provider | undefined =>
  PROVIDERS.find((provider) => provider === name && providerClients.has(provider))

function getClient({ providerClients }: ProviderDeps, provider: Provider): ProviderClient {
  const client = providerClients.get(provider)
  if (!client) throw new AppError('provider-unknown')
  return client
}

export const getAuthorizationUrl = (ctx: ProviderDeps, pending: PendingSignIn): Promise<URL> =>
  getClient(ctx, pending.provider).authorizationUrl(pending)

/**
 * Only failures count, because a phone network puts thousands of people behind one address. A device on which
 * somebody signed in before has its own count.
 */
async function limitFailures<T>(
  { limiter }: Pick<Context, 'limiter'>,
  { address, knownAccounts }: ClientDevice,
  act: () => Promise<T>,
): Promise<T> {
  const known = knownAccounts[0]
  const key = known ? `oauth-known:${known.id}` : `oauth-from:${address}`
  const result = await countingAnswers(limiter, async (take) => {
    await take(key, OAUTH_FAILURES)
    return act()
  })
  await limiter.release(key)
  return result
}

function withLinkedAccount<T>(
  ctx: OAuthDeps,
  { pending, code, device }: Callback,
  act: (tx: Database, linked: LinkedAccount) => Promise<T>,
): Promise<T> {
  return limitFailures(ctx, device, async () => {
    const person = await getClient(ctx, pending.provider).identify(code, pending)
    const attempt = () =>
      ctx.db.transaction().execute(async (tx) => act(tx, await findOrCreateAccount(ctx, tx, person)))
    try {
      return await attempt()
    } catch (error) {
      if (wasCreatedConcurrently(error)) return attempt()
      throw error
    }
  })
}

/** Returns a session, or a challenge with two-factor on: a provider is a first step like any other. */
export const finishOAuth = (ctx: OAuthDeps, callback: Callback): Promise<SignInResult> =>
  withLinkedAccount(ctx, callback, (tx, { account, isFirst }) =>
    signInOrChallenge(ctx, tx, { account, device: callback.device, isFirst }),
  )

/** Returns a code for the native app's deep link instead of a session. */
export const finishNativeOAuth = (
  ctx: OAuthDeps,
  { nativeChallenge, ...callback }: Callback & { nativeChallenge: string },
): Promise<string> =>
  withLinkedAccount(ctx, callback, (tx, linked) =>
    createNativeCode(ctx, tx, { ...linked, challenge: nativeChallenge }),
  )
