import type { Context } from '#server/context.ts'
import { defineJob, type JobRun } from '#server/platform/jobs/job-kind.ts'
import {
  createOneTimeToken,
  findOneTimePayload,
  type OneTimePurpose,
} from '#server/accounts/one-time-tokens/service.ts'
import { type AccountRow, selectAccountByEmail, selectAccountByPhone } from '#server/accounts/queries.ts'
import { isKnownDevice } from '#server/accounts/rules.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Limit } from '#server/platform/http/limits/rate-limit.ts'
import type { ClientDevice, KnownAccount } from '#server/accounts/sessions/device.ts'
import { limitLinkRequests } from './link-request-limits.ts'
import { queueAccountEmail } from './service.ts'

/**
 * A link that confirms an address is valid for a day; a link that opens an account, for the hour of its
 * limit.
 */
export const LINK_SECONDS = {
  'verify-email': 24 * 60 * 60,
  'reset-password': 60 * 60,
  'sign-in-link': 60 * 60,
} as const

type LinkEmail = keyof typeof LINK_SECONDS & OneTimePurpose

interface LinkRequestJob {
  mail: LinkEmail
  /** The typed address, encrypted because the person who typed it may have no account here. */
  sealedEmail: string
  /** True for the network's first request within an hour. */
  isFirst?: boolean
  /** Accounts that signed in on the requesting device before. */
  knownAccounts?: readonly KnownAccount[]
  /** The browser that requested the sign-in link. */
  browser?: string
}

const SEAL = 'mail-request'
const isEmail = (typed: string) => typed.includes('@')
export const LINK_REQUEST = defineJob<LinkRequestJob>('account-mail-request')

interface LinkRequest {
  mail: LinkEmail
  limit: Limit
  /** The account's e-mail address or phone number. */
  typed: string
  device: ClientDevice
}

const selectHolder = (db: Database, typed: string): Promise<AccountRow | undefined> =>
  isEmail(typed) ? selectAccountByEmail(db, typed) : selectAccountByPhone(db, typed)

/**
 * Does the same work whether or not the account exists, except on a device on which the account signed in
 * before.
 */
export async function requestEmailLink(
  ctx: Pick<Context, 'db' | 'jobs' | 'limiter' | 'secrets'>,
  { mail, limit, typed, device }: LinkRequest,
): Promise<void> {
  const { db, jobs, secrets } = ctx
  const account = await selectHolder(db, typed)
  const isFirst = await limitLinkRequests(ctx, { name: mail, limit, typed, account, device })
  const sealedEmail = secrets.encrypt(SEAL, typed).toString('base64')
  const { knownAccounts, browser } = device
  const job: LinkRequestJob = { mail, sealedEmail, isFirst, knownAccounts, browser }
  await db.transaction().execute((tx) => jobs.enqueue(tx, LINK_REQUEST, job))
}

/**
 * Returns undefined if there is nothing to send. An unconfirmed address is confirmed first, and it gets no
 * mail if the requester typed the account's phone number instead of the address.
 */
function emailToSend(requested: LinkEmail, typed: string, { email_verified_at: verifiedAt }: AccountRow) {
  if (!isEmail(typed) && verifiedAt === null) return undefined
  if (requested === 'verify-email') return verifiedAt === null ? requested : undefined
  return requested === 'sign-in-link' && verifiedAt === null ? 'verify-email' : requested
}

async function takeAllowance(
  { mailAllowance }: Pick<Context, 'mailAllowance'>,
  { isFirst = false, knownAccounts = [] }: LinkRequestJob,
  owner: AccountRow & { email: string },
): Promise<boolean> {
  if (isKnownDevice({ knownAccounts }, owner)) return mailAllowance.take('known-device', owner.email)
  // An unconfirmed address may belong to a bystander, who therefore gets few mails, each with a link for a
  // day.
  if (owner.email_verified_at === null) return mailAllowance.take('unconfirmed', owner.email)
  if (isFirst && (await mailAllowance.take('new-network', owner.email))) return true
  return mailAllowance.take('requested', owner.email)
}

const hasEmail = (account: AccountRow | undefined): account is AccountRow & { email: string } =>
  typeof account?.email === 'string'

export async function sendRequestedLink(
  ctx: Pick<Context, 'db' | 'jobs' | 'mailAllowance' | 'secrets'>,
  request: LinkRequestJob,
  { attempt }: Pick<JobRun, 'attempt'>,
): Promise<void> {
  const { db, secrets } = ctx
  const { mail: requested, browser } = request
  const typed = secrets.decrypt(SEAL, Buffer.from(request.sealedEmail, 'base64'))
  const owner = await selectHolder(db, typed)
  if (!hasEmail(owner) || !emailToSend(requested, typed, owner)) return
  if (attempt === 1 && !(await takeAllowance(ctx, request, owner))) return
  await db.transaction().execute(async (tx) => {
    const account = await selectHolder(tx, typed)
    const mail = account && emailToSend(requested, typed, account)
    if (!mail) return
    const accountId = account.id
    // A new confirmation link carries the choices of the registration over from the earlier link.
    const payload =
      mail === 'verify-email'
        ? await findOneTimePayload<object>(tx, { purpose: mail, accountId })
        : { browser }
    const tokenId = await createOneTimeToken(ctx, tx, {
      purpose: mail,
      accountId,
      seconds: LINK_SECONDS[mail],
      payload,
      keepsEarlier: mail !== 'verify-email',
    })
    await queueAccountEmail(ctx, tx, { mail, accountId, tokenId })
  })
}
