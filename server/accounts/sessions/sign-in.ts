import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { type AccountEmailDeps, queueAccountEmail } from '#server/accounts/emails/service.ts'
import { lockAccount } from '#server/accounts/account.ts'
import { createOneTimeToken, oneTimeSecret } from '#server/accounts/one-time-tokens/service.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { isKnownDevice } from '#server/accounts/rules.ts'
import type { ClientDevice } from './device.ts'
import { type OpenedSession, openSession, type SessionDeps } from './service.ts'

const CHALLENGE_SECONDS = 10 * 60

export type SignInDeps = SessionDeps & AccountEmailDeps & Pick<Context, 'db'>

export type SignInResult =
  | { opened: OpenedSession; challenge: null }
  | { opened: null; challenge: string | null }

export interface ChallengePayload {
  /** True if the session may choose a new password without the current one. */
  recovery?: boolean
  /** True for the first session of a new account, for which no device is new. */
  isFirst?: boolean
}

interface SignIn extends ChallengePayload {
  account: AccountRow
  device: ClientDevice
  passedSecondStep?: boolean
}

/** Opens the session after the last step, and warns the owner of a new device. */
export async function signIn(
  ctx: SignInDeps,
  tx: Database,
  { account, device, recovery, isFirst, passedSecondStep }: SignIn,
): Promise<OpenedSession> {
  if (!recovery && !isFirst && !isKnownDevice(device, account)) {
    await queueAccountEmail(ctx, tx, {
      mail: 'new-device',
      accountId: account.id,
      deviceName: device.name,
    })
  }
  return openSession(ctx, tx, { account, deviceName: device.name, recovery, isFirst, passedSecondStep })
}

/**
 * Runs after the first step (password, mailed link or provider). Returns a session, or a challenge for the
 * second step if the account has two-factor on now.
 */
export async function signInOrChallenge(
  ctx: SignInDeps,
  tx: Database,
  { account: checked, device, ...payload }: SignIn,
): Promise<SignInResult> {
  const account = await lockAccount(tx, { userId: checked.id })
  if (account.totp_enabled_at === null) {
    return { opened: await signIn(ctx, tx, { account, device, ...payload }), challenge: null }
  }
  const id = await createOneTimeToken(ctx, tx, {
    purpose: 'two-factor',
    accountId: account.id,
    seconds: CHALLENGE_SECONDS,
    payload,
  })
  return { opened: null, challenge: oneTimeSecret(ctx, id) }
}
