import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import {
  deleteOneTimeTokens,
  ONE_TIME_PURPOSES,
  type OneTimePurpose,
} from '#server/accounts/one-time-tokens/service.ts'
import { sellerKey } from '#server/platform/http/cdn/keys.ts'
import { clearPhone } from '#server/accounts/phone/queries.ts'
import { endSessions } from '#server/accounts/sessions/service.ts'
import { deleteRecoveryCodes } from '#server/accounts/two-factor/queries.ts'
import { deleteIdentities, updateAccount, updateDeviceEpoch } from './queries.ts'

/**
 * Anybody may have registered an address that was never confirmed. The owner, who proves it now, gets the
 * account, and nothing remains with which somebody else could open it or lock the owner out. The link that
 * proves it stays unchanged.
 */
export async function giveToOwner(
  ctx: Pick<Context, 'revocations' | 'changes'>,
  tx: Database,
  { accountId, provedBy }: { accountId: string; provedBy?: OneTimePurpose },
): Promise<void> {
  await deleteIdentities(tx, accountId)
  await deleteRecoveryCodes(tx, accountId)
  const purposes = ONE_TIME_PURPOSES.filter((purpose) => purpose !== provedBy)
  await deleteOneTimeTokens(tx, { accountId, purposes })
  await endSessions(ctx, tx, { accountId })
  await clearPhone(tx, accountId)
  await ctx.changes.announce(tx, 'pages', [sellerKey(accountId)])
  await updateDeviceEpoch(tx, accountId)
  await updateAccount(tx, accountId, {
    email_verified_at: new Date().toISOString(),
    password_hash: null,
    totp_secret: null,
    totp_started_at: null,
    totp_enabled_at: null,
    totp_last_step: null,
  })
}
