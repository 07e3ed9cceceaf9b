import { expect, it } from 'vitest'
import { labelledNames } from './labelled-texts.ts'
import { createNameJudge } from './name-judge.ts'

const pretends = createNameJudge('Sankofa')
const pretendsAtMakola = createNameJudge('Makola Market')
const names = labelledNames('-last')
const shareOf = (label: string) => {
  const labelled = names.filter((each) => each.label === label)
  return labelled.filter(({ name }) => pretends(name)).length / labelled.length
}

it('names of writers from whom nothing was learned are judged right', () => {
  expect(names.length).toBeGreaterThanOrEqual(1_400)
  expect(shareOf('pretends')).toBeGreaterThanOrEqual(0.95)
  expect(shareOf('honest')).toBeLessThanOrEqual(0.005)
})

it.each([
  'MTN',
  'M T N',
  'МТN МоМо',
  'Em Tee En Office',
  'oMoM tnegA',
  'Zenithbank Gh',
  'F i d e l i t y  B a n k',
  'Poleece Command Tema',
  'Makola Market Help Desk',
  'Kojo Laptops ✅',
])('“%s” pretends, whatever the site is called', (name) => {
  expect(pretendsAtMakola(name)).toBe(true)
})

it('a site has its own name for itself', () => {
  expect(pretendsAtMakola('Makola Market Refund Team')).toBe(true)
  expect(pretendsAtMakola('Sankofa Arts')).toBe(false)
})
