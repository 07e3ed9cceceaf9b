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
  [lookingBy(nana), `${N} is looking at this`],
  [lookingBy(nana, kofi), `${N} and ${K} are looking at this`],
  [lookingBy(nana, kofi, esi), `${N}, ${K} and ${E} are looking at this`],
])('names the colleagues who look at a case', (activity, text) => {
  expect(caseStatus(activity, 'one', 'me')).toBe(text)
})

it('says who decided a case, whoever looks at it', () => {
  const decided = [{ caseId: 'one', moderator: nana, action: 'warn' as const }]
  expect(caseStatus({ ...lookingBy(kofi), decided }, 'one', 'me')).toBe(`${N} decided: Warn`)
  expect(caseStatus({ looking: [], decided }, 'one', 'nana')).toBe('You decided: Warn')
})
