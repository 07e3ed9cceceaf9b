import type { ProblemCode } from '#contract/problem.ts'

/**
 * People who blocked somebody are reminded of it; the other person sees a reason that does not reveal the
 * block.
 */
export const blockRefusal = (state: 'own' | 'theirs'): ProblemCode =>
  state === 'own' ? 'person-blocked' : 'person-unavailable'
