import { attributesFor } from './attributes.ts'
import { CATALOGUE, type Goods } from './catalogue.ts'
import { type Random, zipf } from './random.ts'
import { ADJECTIVES, CLOSERS, COLOURS, MIDDLES, OPENERS } from './sentences.ts'

export interface Listing {
  title: string
  description: string
  price: string
  priceType: string
  category: string
  condition: string
  /** JSON text. */
  attributes: string
  tags: string[]
  status: string
}

interface Model {
  goods: Goods
  details: string[]
  tags: string[]
  name: string
}

/** Number of rare words in a market: part numbers, shops, villages, misspellings. */
const RARE_WORDS = 30_000
const SYLLABLES = 'ka be do fi ko la ma no pa ri sa tu wo ya ze gbe kro nya tse dzo'.split(' ')

function rareWord(rank: number): string {
  let word = ''
  for (let rest = rank + 400; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length]
  }
  return word
}

/** All models, most frequent first. */
function models(): Model[] {
  return CATALOGUE.flatMap((goods) =>
    Object.entries(goods.makes).flatMap(([make, list]) =>
      list.split('|').map((model) => ({
        goods,
        details: goods.details.split('|'),
        tags: goods.tags.split('|'),
        name: `${make} ${model}`,
      })),
    ),
  ).toSorted((a, b) => spread(a.name) - spread(b.name))
}

/** Position of a model among all, which mixes brands and categories in a fixed order. */
function spread(name: string): number {
  let hash = 7
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return (Math.imul(hash, 2_654_435_761) >>> 0) / 2 ** 32
}

function price(random: Random, [low, high]: readonly [number, number]): string {
  const amount = low * (high / low) ** random.fraction()
  const step = amount < 100 ? 5 : amount < 1000 ? 10 : 50
  const round = Math.max(step, Math.round(amount / step) * step)
  return random.chance(0.06) ? (round - 0.01).toFixed(2) : String(round)
}

function status(random: Random): string {
  const draw = random.fraction()
  if (draw < 0.12) return 'sold'
  return draw < 0.15 ? 'reserved' : 'available'
}

const CONDITIONS = [
  'new',
  'like-new',
  'like-new',
  'good',
  'good',
  'good',
  'good',
  'fair',
  'fair',
  'poor',
] as const

export function createListings(random: Random): (town: string) => Listing {
  const all = models()
  const pickModel = zipf(all.length, 0.8)
  const pickRare = zipf(RARE_WORDS, 0.9)

  function describe({ name, goods }: Model, town: string): string {
    const sentences = [random.pick(OPENERS)]
    for (let count = 1 + random.below(5); count > 0; count--) sentences.push(random.pick(MIDDLES))
    sentences.push(random.pick(CLOSERS))
    if (random.chance(0.5)) sentences.push(`Ref ${rareWord(pickRare(random))} ${rareWord(pickRare(random))}.`)
    return sentences
      .join(' ')
      .replaceAll('{it}', name)
      .replaceAll('{noun}', goods.noun)
      .replaceAll('{place}', town)
  }

  return (town) => {
    const model = all[pickModel(random)] as Model
    const words = [model.name]
    if (random.chance(0.45)) words.unshift(random.pick(ADJECTIVES))
    if (random.chance(0.6)) words.push(random.pick(model.details))
    if (random.chance(0.35)) words.push(random.pick(COLOURS))
    if (random.chance(0.1)) words.push(rareWord(pickRare(random)))
    const title = words.join(' ')
    return {
      title,
      description: describe(model, town),
      price: price(random, model.goods.price),
      priceType: random.chance(0.7) ? 'negotiable' : 'fixed',
      category: model.goods.category,
      condition: random.pick(CONDITIONS),
      attributes: JSON.stringify(attributesFor(random, model.goods.category, title)),
      tags: random.chance(0.6) ? [...new Set([random.pick(model.tags), random.pick(model.tags)])] : [],
      status: status(random),
    }
  }
}
