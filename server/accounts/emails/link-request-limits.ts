import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/http/limits/rate-limit.ts'
import { selectAccountByEmail } from '#server/accounts/queries.ts'
import { isKnownDevice } from '#server/accounts/rules.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'

/** A phone network puts thousands of people behind one address. */
const PER_ADDRESS = { attempts: 300, seconds: 60 * 60 }

/**
 * Counts a request for a link by the e-mail address as typed: requests of strangers for other spellings of a mailbox must
 * not use up its owner's; how many e-mails the mailbox gets is limited apart. A device that the account signed in on
 * before has its own count.
 */
export async function limitLinkRequests(
  { db, limiter }: Pick<Context, 'db' | 'limiter'>,
  { name, limit, email, device }: { name: string; limit: Limit; email: string; device: ClientDevice },
): Promise<void> {
  const account = await selectAccountByEmail(db, email)
  if (account && isKnownDevice(device, account)) {
    await limiter.take(`${name}-known:${account.id}`, limit)
    return
  }
  await limiter.take(`${name}-from:${device.address}`, PER_ADDRESS)
  await limiter.take(`${name}:${email}`, limit)
}
