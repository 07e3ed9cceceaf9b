import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/http/limits/rate-limit.ts'
import { takeNamed } from '#server/platform/http/limits/named-limit.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { isKnownDevice } from '#server/accounts/rules.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'

/** A phone network puts thousands of people behind one address. */
const PER_ADDRESS = { attempts: 300, seconds: 60 * 60 }
/** Requests that a network may make after its first one. */
const REQUESTS_PER_NETWORK = 3

interface LimitedRequest {
  name: string
  limit: Limit
  /** An e-mail address or a phone number. */
  typed: string
  account: AccountRow | undefined
  device: ClientDevice
}

/**
 * Counts requests for a link by the text that was typed, so that strangers who type other spellings of a
 * mailbox do not use up its owner's requests; the number of e-mails per mailbox has its own limit. A device
 * on which the account signed in before has its own count. Returns whether the request is the first from its
 * network.
 */
export async function limitLinkRequests(
  { limiter, secrets }: Pick<Context, 'limiter' | 'secrets'>,
  { name, limit, typed, account, device }: LimitedRequest,
): Promise<boolean> {
  if (account && isKnownDevice(device, account)) {
    await limiter.take(`${name}-known:${account.id}`, limit)
    return false
  }
  const { address } = device
  await limiter.take(`${name}-from:${address}`, PER_ADDRESS)
  const subject = secrets.digest('link-request', typed).toString('base64url')
  return takeNamed(limiter.take, { name, subject, address, limit, perNetwork: REQUESTS_PER_NETWORK })
}
