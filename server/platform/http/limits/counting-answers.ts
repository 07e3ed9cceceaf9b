import { PROBLEMS } from '#contract/problem.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import type { RateLimiter } from './rate-limit.ts'

const isNoAnswer = (error: unknown) => PROBLEMS[asAppError(error).code].status >= 500

type Counting = Pick<RateLimiter, 'take' | 'release'>

/** Gives back every try that `act` took when it fails so, or when it succeeds so. */
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

/** Gives back every try that `act` took when it is refused: what is not done costs nobody anything. */
export const countingDone = <Result>(
  limiter: Counting,
  act: (take: RateLimiter['take']) => Promise<Result>,
): Promise<Result> => counting(limiter, { isForgiven: () => true }, act)

/**
 * Gives back every try that `act` took when it comes to no answer: a full line, an outage and a fault say nothing of the
 * person, who must not pay for them with a password or code that was never looked at.
 */
export const countingAnswers = <Result>(
  limiter: Counting,
  act: (take: RateLimiter['take']) => Promise<Result>,
): Promise<Result> => counting(limiter, { isForgiven: isNoAnswer }, act)

/** The same where only failures count: what succeeds is given back as well. */
export const countingWrong = <Result>(
  limiter: Counting,
  act: (take: RateLimiter['take']) => Promise<Result>,
): Promise<Result> => counting(limiter, { isForgiven: isNoAnswer, isFree: true }, act)
