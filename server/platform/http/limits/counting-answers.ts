import { PROBLEMS } from '#contract/problem.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import type { RateLimiter } from './rate-limit.ts'

const isNoAnswer = (error: unknown) => PROBLEMS[asAppError(error).code].status >= 500

/**
 * Gives back every try that `act` took when it comes to no answer: a full line, an outage and a fault say nothing of the
 * person, who must not pay for them with a password or code that was never looked at.
 */
export async function countingAnswers<Result>(
  limiter: Pick<RateLimiter, 'take' | 'release'>,
  act: (take: RateLimiter['take']) => Promise<Result>,
): Promise<Result> {
  const taken: string[] = []
  const take: RateLimiter['take'] = async (key, limit, code) => {
    await limiter.take(key, limit, code)
    taken.push(key)
  }
  try {
    return await act(take)
  } catch (error) {
    if (isNoAnswer(error)) await Promise.allSettled(taken.map((key) => limiter.release(key)))
    throw error
  }
}
