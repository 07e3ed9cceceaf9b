import { PROBLEMS } from '#contract/problem.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import type { RateLimiter } from './rate-limit.ts'

const isNoAnswer = (error: unknown) => PROBLEMS[asAppError(error).code].status >= 500

type Counting = Pick<RateLimiter, 'take' | 'release'>

/** Gives back every attempt that `act` took if its error is forgiven, or if success is free. */
async function counting<Result>(
  limiter: Counting,
  { isForgiven, isFree = false }: { isForgiven: (error: unknown) => boolean; isFree?: boolean },
  act: (take: RateLimiter['take']) => Promise<Result>,
): Promise<Result> {
  const taken: string[] = []
  const take: RateLimiter['take'] = async (key, limit, code) => {
    await limiter.take(key, limit, code)
    taken.push(key)
  }
  const giveBack = () => Promise.allSettled(taken.map((key) => limiter.release(key)))
  try {
    const result = await act(take)
    if (isFree) await giveBack()
    return result
  } catch (error) {
    if (isForgiven(error)) await giveBack()
    throw error
  }
}

/** Gives back every attempt that `act` took if it fails, so that only successes count. */
export const countingSuccesses = <Result>(
  limiter: Counting,
  act: (take: RateLimiter['take']) => Promise<Result>,
): Promise<Result> => counting(limiter, { isForgiven: () => true }, act)

/**
 * Gives back every attempt that `act` took if it has no answer: full queues, outages and faults must not use up a
 * person's attempts, because their password or code was never checked.
 */
export const countingAnswers = <Result>(
  limiter: Counting,
  act: (take: RateLimiter['take']) => Promise<Result>,
): Promise<Result> => counting(limiter, { isForgiven: isNoAnswer }, act)

/** Like `countingAnswers`, but successes are free as well, so that only refusals count. */
export const countingRefusals = <Result>(
  limiter: Counting,
  act: (take: RateLimiter['take']) => Promise<Result>,
): Promise<Result> => counting(limiter, { isForgiven: isNoAnswer, isFree: true }, act)
