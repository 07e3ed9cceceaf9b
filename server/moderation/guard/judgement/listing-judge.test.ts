import { describe, expect, it } from 'vitest'
import { goodsOfKind } from '#contract/selling/prohibited-goods.ts'
import { labelledTitles } from './labelled-texts.ts'
import { createListingJudge, loadListingModel } from './listing-judge.ts'

const model = loadListingModel()
const judge = createListingJudge(model, 'sankofa.test')
const judged = (title: string, category = 'other') => judge({ title, description: '', category })

describe('titles of writers whose texts nothing was made with', () => {
  const titles = labelledTitles('-last')
  const shareOf = (label: string, isSeen: (title: (typeof titles)[number]) => boolean) => {
    const labelled = titles.filter((title) => title.label === label)
    return labelled.filter(isSeen).length / labelled.length
  }

  it('number at least 700', () => {
    expect(titles.length).toBeGreaterThanOrEqual(700)
  })

  it('are judged right: nearly nine in ten forbidden things are named, and one in a hundred harmless ones at most', () => {
    expect(shareOf('forbidden', (title) => judge(title) !== undefined)).toBeGreaterThanOrEqual(0.88)
    expect(shareOf('innocent', (title) => judge(title) !== undefined)).toBeLessThanOrEqual(0.01)
  })

  it('make no more than one harmless listing in two hundred wait', () => {
    expect(shareOf('innocent', (title) => judge(title)?.isCertain === true)).toBeLessThanOrEqual(0.005)
  })
})

it.each([
  ['Locally made pistol with bullets', 'weapons'],
  ['Tramadol 225, ten cards', 'drugs'],
  ['MTN registered SIM cards, already active', 'sim-and-wallet'],
  ['Pangolin scales, one kilo', 'wildlife'],
])('names what “%s” offers', (title, kind) => {
  expect(judged(title)?.kind).toBe(kind)
})

it.each(['', '👍', 'aaaaaaaaaa', '...'])('sees nothing in “%s”, which says nothing', (title) => {
  expect(judged(title, 'mobile')).toBeUndefined()
})

it.each([
  'Toy pistol with ten darts',
  'Cordless drill with pistol grip',
  'Gunpowder green tea 250 g',
  'Antibiotics textbook',
  'Fake money detector',
  'Passport cover of leather',
  'Weed killer, five litres',
  'Printer cartridge, black',
])('sees nothing in “%s”', (title) => {
  expect(judged(title)).toBeUndefined()
})

it('lets no listing wait for a single word', () => {
  for (const title of ['Pistol', 'Cocaine', 'Dynamite', 'Passport'])
    expect(judged(title)?.isCertain ?? false).toBe(false)
})

it('knows a reason for every kind, except what is only doubtful', () => {
  const without = model.header.kinds.map(({ name }) => name).filter((kind) => !goodsOfKind(kind))
  expect(without.toSorted()).toEqual(['other'])
})
