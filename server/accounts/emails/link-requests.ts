import type { Context } from '#server/context.ts'
import { defineJob, type JobRun } from '#server/platform/jobs/job-kind.ts'
import {
  createOneTimeToken,
  findOneTimePayload,
  type OneTimePurpose,
} from '#server/accounts/one-time-tokens/service.ts'
import { type AccountRow, selectAccountByEmail } from '#server/accounts/queries.ts'
import { isKnownDevice } from '#server/accounts/rules.ts'
import type { ClientDevice, KnownAccount } from '#server/accounts/sessions/device.ts'
import { queueAccountEmail } from './service.ts'

/** A link that confirms an address is valid for a day, one that opens an account for as long as its limit counts. */
export const LINK_SECONDS = {
  'verify-email': 24 * 60 * 60,
  'reset-password': 60 * 60,
  'sign-in-link': 60 * 60,
} as const

type LinkEmail = keyof typeof LINK_SECONDS & OneTimePurpose

interface LinkRequestJob {
  mail: LinkEmail
  /** Encrypted, because the person who typed it may have no account here. */
  sealedEmail: string
  /** Accounts that signed in before on the requesting device. */
  knownAccounts?: readonly KnownAccount[]
  /** The requesting one, for sign-in links. */
  browser?: string
}

const SEAL = 'mail-request'
export const LINK_REQUEST = defineJob<LinkRequestJob>('account-mail-request')

interface LinkRequest {
  mail: LinkEmail
  email: string
  device: Pick<ClientDevice, 'knownAccounts' | 'browser'>
}

/** Does the same work whether an account has that address or not: only the job looks it up. */
export async function requestEmailLink(
  { db, jobs, secrets }: Pick<Context, 'db' | 'jobs' | 'secrets'>,
  { mail, email, device: { knownAccounts, browser } }: LinkRequest,
): Promise<void> {
  const sealedEmail = secrets.encrypt(SEAL, email).toString('base64')
  const job: LinkRequestJob = { mail, sealedEmail, knownAccounts, browser }
  await db.transaction().execute((tx) => jobs.enqueue(tx, LINK_REQUEST, job))
}

/** Undefined when there is nothing to send. An unconfirmed address is confirmed first. */
function emailToSend(requested: LinkEmail, { email_verified_at: verifiedAt }: AccountRow) {
  if (requested === 'verify-email') return verifiedAt === null ? requested : undefined
  return requested === 'sign-in-link' && verifiedAt === null ? 'verify-email' : requested
}

const laneOf = ({ email_verified_at: verifiedAt }: AccountRow) =>
  verifiedAt === null ? 'unconfirmed' : 'requested'

export async function sendRequestedLink(
  ctx: Pick<Context, 'db' | 'jobs' | 'mailAllowance' | 'secrets'>,
  { mail: requested, sealedEmail, knownAccounts = [], browser }: LinkRequestJob,
  { attempt }: Pick<JobRun, 'attempt'>,
): Promise<void> {
  const { db, secrets } = ctx
  const email = secrets.decrypt(SEAL, Buffer.from(sealedEmail, 'base64'))
  const owner = await selectAccountByEmail(db, email)
  if (!owner || !emailToSend(requested, owner)) return
  const lane = isKnownDevice({ knownAccounts }, owner) ? 'known-device' : laneOf(owner)
  if (attempt === 1 && !(await ctx.mailAllowance.take(lane, email))) return
  await db.transaction().execute(async (tx) => {
    const account = await selectAccountByEmail(tx, email)
    const mail = account && emailToSend(requested, account)
    if (!mail) return
    const accountId = account.id
    // A new confirmation link carries the choices of the registration that the earlier one carried.
    const payload =
      mail === 'verify-email'
        ? await findOneTimePayload<object>(tx, { purpose: mail, accountId })
        : { browser }
    const tokenId = await createOneTimeToken(ctx, tx, {
      purpose: mail,
      accountId,
      seconds: LINK_SECONDS[mail],
      payload,
      leavesEarlier: mail !== 'verify-email',
    })
    await queueAccountEmail(ctx, tx, { mail, accountId, tokenId })
  })
}
