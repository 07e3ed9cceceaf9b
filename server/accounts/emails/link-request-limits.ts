import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/http/limits/rate-limit.ts'
import { takeNamed } from '#server/platform/http/limits/named-limit.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { isKnownDevice } from '#server/accounts/rules.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'

/** A phone network puts thousands of people behind one address. */
const PER_ADDRESS = { attempts: 300, seconds: 60 * 60 }
/** Besides its first. */
const OF_NETWORK = 3

interface LimitedRequest {
  name: string
  limit: Limit
  /** An e-mail address or a phone number. */
  typed: string
  account: AccountRow | undefined
  device: ClientDevice
}

/**
 * Counts a request for a link by what was typed: requests of strangers for other spellings of a mailbox must not use up
 * its owner's; how many e-mails the mailbox gets is limited apart. A device that the account signed in on before has its
 * own count. Returns whether it is the first of its network.
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
  return takeNamed(limiter.take, { name, subject, address, limit, perNetwork: OF_NETWORK })
}
