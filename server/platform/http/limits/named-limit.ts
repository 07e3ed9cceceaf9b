import type { ProblemCode } from '#contract/problem.ts'
import { tryTake, type Limit, type RateLimiter } from './rate-limit.ts'

interface NamedLimit {
  name: string
  /** Hash of a phone number or mailbox that anybody can enter. It is hashed because the counts outlive the account. */
  subject: string
  /** The network that sent the request. */
  address: string
  /** Limit for all networks together. */
  limit: Limit
  /** Limit for one network, after its first request. */
  perNetwork: number
  code?: ProblemCode
}

/**
 * Counts a request about a phone number or mailbox, which strangers can enter as well as its owner. One network gets a
 * part of the limit, and the first request of a network passes up to twice the limit, so that strangers who use it up
 * do not lock out the owner. Returns true for the first request of a network.
 */
export async function takeNamed(
  take: RateLimiter['take'],
  { name, subject, address, limit, perNetwork, code }: NamedLimit,
): Promise<boolean> {
  const { attempts, seconds } = limit
  const isFirst = await tryTake(take, `${name}-first:${subject}:${address}`, { attempts: 1, seconds })
  if (!isFirst)
    await take(`${name}-of-network:${subject}:${address}`, { attempts: perNetwork, seconds }, code)
  await take(`${name}:${subject}`, { attempts: isFirst ? attempts * 2 : attempts, seconds }, code)
  return isFirst
}
