import { expect, it } from 'vitest'
import { isolated } from '#contract/isolated.ts'
import { caseStatus } from './case-status.ts'

const [nana, kofi, esi] = ['Nana', 'Kofi', 'Esi'].map((name) => ({ id: name.toLowerCase(), name })) as [
  { id: string; name: string },
  { id: string; name: string },
  { id: string; name: string },
]
const lookingBy = (...people: (typeof nana)[]) => ({
  looking: [
    ...people.map((moderator) => ({ caseId: 'one', moderator })),
    { caseId: 'other', moderator: { id: 'x', name: 'X' } },
  ],
  decided: [],
})
const [N, K, E] = [nana, kofi, esi].map(({ name }) => isolated(name))

it.each([
  [lookingBy(), undefined],
  [lookingBy(nana), { who: N, what: 'is looking at this' }],
  [lookingBy(nana, kofi), { who: `${N} and ${K}`, what: 'are looking at this' }],
  [lookingBy(nana, kofi, esi), { who: `${N}, ${K} and ${E}`, what: 'are looking at this' }],
])('names the colleagues who look at a case', (activity, status) => {
  expect(caseStatus(activity, 'one', 'me')).toEqual(status)
})

it('names who decided a case before colleagues who look at it', () => {
  const decided = [{ caseId: 'one', moderator: nana, action: 'warn' as const }]
  expect(caseStatus({ ...lookingBy(kofi), decided }, 'one', 'me')).toEqual({ who: N, what: 'decided: Warn' })
  expect(caseStatus({ looking: [], decided }, 'one', 'nana')).toEqual({ who: 'You', what: 'decided: Warn' })
})
