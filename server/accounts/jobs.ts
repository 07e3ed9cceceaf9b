import type { Context } from '#server/context.ts'
import { cleanUpAccounts } from './clean-up.ts'
import { LINK_REQUEST, sendRequestedLink } from '#server/accounts/emails/link-requests.ts'
import { ACCOUNT_EMAIL, sendAccountEmail } from '#server/accounts/emails/service.ts'
import { PHONE_CODE, sendSmsWithCode } from '#server/accounts/phone/phone.ts'
import { PHONE_SIGN_IN_CODE, sendSmsToSignIn } from '#server/accounts/phone-sign-in/codes.ts'
import { REMOVE_AVATAR, removeUnusedAvatar } from '#server/accounts/profile/avatars.ts'
import { renameReserved } from '#server/accounts/registration/reserved-renaming.ts'

/** Many other programs start at the full hour. */
const EVERY_HOUR = '17 * * * *'
const EVERY_NIGHT = '27 3 * * *'

export function handleAccountJobs(ctx: Context): void {
  const { jobs } = ctx
  jobs.handle(ACCOUNT_EMAIL, (payload, run) => sendAccountEmail(ctx, payload, run))
  jobs.handle(LINK_REQUEST, (payload, run) => sendRequestedLink(ctx, payload, run))
  jobs.handle(PHONE_CODE, (payload, run) => sendSmsWithCode(ctx, payload, run))
  jobs.handle(PHONE_SIGN_IN_CODE, (payload, run) => sendSmsToSignIn(ctx, payload, run))
  jobs.handle(REMOVE_AVATAR, (payload) => removeUnusedAvatar(ctx, payload))
  jobs.schedule('rename-reserved', EVERY_NIGHT, () => renameReserved(ctx))
  jobs.schedule('accounts-clean-up', EVERY_HOUR, () => cleanUpAccounts(ctx))
}
