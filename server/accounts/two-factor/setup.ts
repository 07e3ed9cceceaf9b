import type { twoFactorContract } from '#contract/accounts/two-factor.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { getAccount } from '#server/accounts/account.ts'
import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import { endSessions, requireOpenSession } from '#server/accounts/sessions/service.ts'
import { invalidCode } from './invalid-code.ts'
import { qrPath } from './qr-code.ts'
import {
  deletePendingSecret,
  selectPendingSecret,
  selectSecurity,
  updateEnabled,
  updatePendingSecret,
} from './queries.ts'
import { newTotpSecret, totpAddress, findTotpStep } from './totp.ts'
import { replaceRecoveryCodes } from './second-factors.ts'

/** Limits only typing: the person knows the secret, so there is nothing to guess. */
const SETUP_LIMIT = { attempts: 20, seconds: 15 * 60 }

/** The state of two-factor login and the phone number for the settings page. */
export async function getSecurity(
  { db }: Pick<Context, 'db'>,
  { userId }: { userId: string },
): Promise<Reply<typeof twoFactorContract.getSecurity>> {
  const row = await selectSecurity(db, userId)
  if (!row) throw new AppError('session-ended')
  return {
    twoFactor: {
      enabled: row.totp_enabled_at !== null,
      isStarted: row.totp_is_started,
      recoveryCodesLeft: row.recovery_codes_left ?? 0,
    },
    phone: { number: row.phone, verified: row.phone_verified, awaitsCode: row.awaits_code },
  }
}

/** The authenticator app may have scanned the pending secret, so a reloaded page gets the same one. */
async function getOrCreateSecret({ db, secrets }: Pick<Context, 'db' | 'secrets'>, userId: string) {
  const pending = await selectPendingSecret(db, userId)
  if (pending) return secrets.decrypt('totp', pending)
  const secret = newTotpSecret()
  const isPending = await updatePendingSecret(db, userId, secrets.encrypt('totp', secret))
  if (!isPending) throw new AppError('two-factor-on')
  return secret
}

export async function startTwoFactor(
  ctx: Pick<Context, 'db' | 'limiter' | 'secrets' | 'site'>,
  { userId }: { userId: string },
) {
  await ctx.limiter.take(`two-factor-setup:${userId}`, SETUP_LIMIT)
  const { email, phone } = await getAccount(ctx.db, { userId })
  const secret = await getOrCreateSecret(ctx, userId)
  const uri = totpAddress({ site: ctx.site.siteName, login: email ?? phone ?? '', secret })
  return { secret, uri, qr: await qrPath(uri) }
}

/**
 * Ends the other sessions, which began without the second factor. Returns the recovery codes, which can be
 * shown only now.
 */
export async function enableTwoFactor(
  ctx: Pick<Context, 'db' | 'jobs' | 'limiter' | 'now' | 'revocations' | 'secrets'>,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<string[]> {
  const { id: userId, sessionId } = viewer
  await ctx.limiter.take(`two-factor-setup:${userId}`, SETUP_LIMIT)
  const { totp_enabled_at: enabledAt, totp_secret: sealed } = await getAccount(ctx.db, { userId })
  if (enabledAt !== null) throw new AppError('two-factor-on')
  if (sealed === null) throw new AppError('two-factor-off')
  const secret = ctx.secrets.decrypt('totp', sealed)
  const step = await findTotpStep({ secret, code, lastStep: null, now: ctx.now() })
  if (step === null) throw invalidCode()
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await updateEnabled(tx, userId, { secret: sealed, step }))) throw new AppError('two-factor-on')
    await endSessions(ctx, tx, { accountId: userId, except: sessionId })
    await queueAccountEmail(ctx, tx, { mail: 'two-factor-on', accountId: userId })
    return replaceRecoveryCodes(ctx, tx, { accountId: userId })
  })
}

export async function cancelTwoFactor(
  ctx: Pick<Context, 'db'>,
  { viewer }: { viewer: Viewer },
): Promise<void> {
  await requireOpenSession(ctx, { viewer })
  await deletePendingSecret(ctx.db, viewer.id)
}
