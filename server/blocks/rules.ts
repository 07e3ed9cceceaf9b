import type { ProblemCode } from '#contract/problem.ts'

/** Who blocked somebody is reminded of it; the other reads what does not say so. */
export const blockRefusal = (state: 'own' | 'theirs'): ProblemCode =>
  state === 'own' ? 'person-blocked' : 'person-unavailable'
