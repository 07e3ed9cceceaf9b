import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { choiceValues } from '#contract/selling/choices.ts'
import { createListingJudge, loadListingModel } from '#server/moderation/guard/judgement/listing-judge.ts'
import {
  DESCRIPTION_MAX,
  LOCATION_MAX,
  PRICE_MAX,
  REVIEW_COMMENT_MAX,
  REVIEW_REPLY_MAX,
  REVIEW_TITLE_MAX,
  TITLE_MAX,
  TITLE_MIN,
} from '#contract/limits.ts'
import { REGIONS } from '#contract/catalog/regions.ts'
import { DraftForm } from '#contract/selling/selling.ts'
import { readAttributes } from '#contract/catalog/attribute-rules.ts'
import { attributesOfDemo } from './demo-attributes.ts'
import { DEMO_PRODUCTS } from './market.ts'
import { DEMO_PEOPLE } from './people.ts'
import { DEMO_CONVERSATIONS } from './conversations.ts'

const CATEGORIES = [
  'car',
  'home',
  'mobile',
  'computers',
  'computer-accessories',
  'fashion',
  'beauty-personal-care',
  'home-furniture-appliances',
  'console',
  'console-accessories',
  'other',
]
const photosDir = new URL('photos/', import.meta.url)
const reviews = DEMO_PRODUCTS.flatMap((product) => product.reviews.map((review) => ({ product, ...review })))
const keys = DEMO_PEOPLE.map((person) => person.key)

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

describe('demo people', () => {
  it('start with Ama, Kofi and Esi', () => {
    expect(keys.slice(0, 3)).toEqual(['ama', 'kofi', 'esi'])
  })

  it('are distinct and have no real contact details', () => {
    expect(repeated(keys)).toEqual([])
    expect(repeated(DEMO_PEOPLE.map((person) => person.username.toLowerCase()))).toEqual([])
    expect(repeated(DEMO_PEOPLE.map((person) => person.email))).toEqual([])
    for (const person of DEMO_PEOPLE) {
      expect(person.email).toMatch(/^[a-z.]+@example\.com$/)
      expect(person.phone ?? '+233100000000').toMatch(/^\+2331\d{8}$/)
      expect(person.website ?? 'https://x.example.com').toMatch(/^https:\/\/[a-z-]+\.example\.com$/)
    }
  })

  it('joined before their first listing', () => {
    for (const product of DEMO_PRODUCTS) {
      const seller = DEMO_PEOPLE.find((person) => person.key === product.seller)
      expect(product.ageHours, product.title).toBeLessThan((seller?.memberForDays ?? 0) * 24)
    }
  })
})

describe('the demo market', () => {
  it('has at least three products in each category and one in nearly every region', () => {
    for (const category of CATEGORIES) {
      expect(
        DEMO_PRODUCTS.filter((product) => product.categoryId === category).length,
        category,
      ).toBeGreaterThan(2)
    }
    const used = new Set<string>(DEMO_PRODUCTS.map((product) => product.region))
    expect(REGIONS.filter((region) => !used.has(region))).toEqual(['Brong Ahafo'])
  })

  it('respects the limits of a listing', () => {
    for (const { title, description, price, location, condition, tags } of DEMO_PRODUCTS) {
      expect(title.length, title).toBeGreaterThanOrEqual(TITLE_MIN)
      expect(title.length, title).toBeLessThanOrEqual(TITLE_MAX)
      expect(description.length, title).toBeLessThanOrEqual(DESCRIPTION_MAX)
      expect(location.length, title).toBeLessThanOrEqual(LOCATION_MAX)
      expect(price, title).toBeGreaterThan(0)
      expect(price, title).toBeLessThanOrEqual(PRICE_MAX)
      expect(choiceValues('condition')).toContain(condition)
      expect(tags.length, title).toBeLessThanOrEqual(20)
    }
  })

  it('has custom fields that the form accepts', () => {
    const detailed = DEMO_PRODUCTS.filter(({ customFields }) => customFields)
    expect(detailed.length).toBeGreaterThan(3)
    for (const { title, customFields } of detailed) {
      expect(z.safeParse(DraftForm.shape.customFields, customFields).success, title).toBe(true)
    }
  })

  it('describes phones, cars and homes by attributes that the form accepts', () => {
    for (const product of DEMO_PRODUCTS) {
      const { problems } = readAttributes(product.categoryId, attributesOfDemo(product))
      expect(problems, product.title).toEqual([])
    }
    const known = (category: string, name: string) =>
      DEMO_PRODUCTS.filter((product) => product.categoryId === category && attributesOfDemo(product)[name])
    expect(known('mobile', 'storage').length).toBeGreaterThanOrEqual(3)
    expect(known('car', 'mileage').length).toBeGreaterThanOrEqual(3)
    expect(known('home', 'offer').length).toBeGreaterThanOrEqual(3)
  })

  it.each(DEMO_PRODUCTS)('never requests payment before a viewing: $title', ({ description }) => {
    expect(description).not.toMatch(/after (?:full )?payment|pay(?:ment)? first|deposit before|half now/i)
  })

  it('gives Ama a product in every status', () => {
    const ofAma = DEMO_PRODUCTS.filter(({ seller }) => seller === 'ama').map(({ status }) => status)
    expect(new Set(ofAma)).toEqual(new Set(['draft', 'available', 'reserved', 'sold']))
  })

  it('has enough phones, fridges and televisions', () => {
    const onSale = DEMO_PRODUCTS.filter(({ status }) => status === 'available')
    const phones = onSale.filter(
      (product) => attributesOfDemo(product)['sim'] ?? product.tags.includes('yam'),
    )
    const ofKind = (kind: string) => onSale.filter((product) => attributesOfDemo(product)['kind'] === kind)
    expect(phones.length).toBeGreaterThanOrEqual(8)
    expect(ofKind('Fridge or freezer').length).toBeGreaterThanOrEqual(5)
    expect(ofKind('Television').length).toBeGreaterThanOrEqual(4)
  })

  it('has at least a fifth of its listings in Ashanti, in seven places', () => {
    const inAshanti = DEMO_PRODUCTS.filter(({ region }) => region === 'Ashanti')
    expect(inAshanti.length / DEMO_PRODUCTS.length).toBeGreaterThan(0.2)
    expect(new Set(inAshanti.map(({ location }) => location)).size).toBeGreaterThanOrEqual(7)
  })

  it('keeps its photos below 12 MB', () => {
    const bytes = readdirSync(photosDir).map((file) => statSync(new URL(file, photosDir)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_000_000)
  })

  it('has no two products with the same title', () => {
    expect(repeated(DEMO_PRODUCTS.map((product) => product.title))).toEqual([])
  })

  it('has a different number of results for each date filter', () => {
    const days = [1, 7, 30, 90, 101]
    const unsold = DEMO_PRODUCTS.filter(({ status }) => status === 'available' || status === 'reserved')
    const shown = days.map((day) => unsold.filter((product) => product.ageHours <= day * 24).length)
    expect(new Set(shown).size).toBe(days.length)
    expect(shown[0]).toBeGreaterThanOrEqual(4)
    expect(shown.at(-1)).toBe(unsold.length)
  })

  it('has photos that exist and are credited, none in two listings', () => {
    const used = DEMO_PRODUCTS.flatMap((product) => product.photos)
    const credits = readFileSync(new URL('CREDITS.md', photosDir), 'utf8')
    for (const product of DEMO_PRODUCTS) {
      expect(product.photos.length, product.title).toBeGreaterThan(0)
      expect(product.photos.length, product.title).toBeLessThanOrEqual(5)
    }
    expect(repeated(used)).toEqual([])
    for (const file of used) {
      expect(existsSync(new URL(file, photosDir)), file).toBe(true)
      expect(credits).toContain(file)
    }
    const photos = readdirSync(photosDir).filter((file) => file.endsWith('.jpg'))
    expect(photos.filter((file) => !used.includes(file))).toEqual([])
  })
})

describe('demo reviews', () => {
  it('are by known people other than the seller, one per person and product', () => {
    for (const { by, product } of reviews) {
      expect(keys, product.title).toContain(by)
      expect(by, product.title).not.toBe(product.seller)
    }
    expect(repeated(reviews.map(({ by, product }) => `${by} on ${product.title}`))).toEqual([])
  })

  it('respect the limits of a review and are younger than their product', () => {
    for (const { title, comment, ageHours, product } of reviews) {
      expect(title?.length ?? 0).toBeLessThanOrEqual(REVIEW_TITLE_MAX)
      expect(comment?.length ?? 0).toBeLessThanOrEqual(REVIEW_COMMENT_MAX)
      expect(ageHours, product.title).toBeLessThan(product.ageHours)
    }
  })

  it('include answers and a verified purchase', () => {
    const answered = reviews.filter(({ answer }) => answer)
    expect(answered.length).toBeGreaterThan(2)
    for (const { answer, ageHours, product } of answered) {
      expect(answer?.text.length, product.title).toBeLessThanOrEqual(REVIEW_REPLY_MAX)
      expect(answer?.ageHours, product.title).toBeLessThan(ageHours)
    }
    const byBuyer = reviews.filter(({ by, product }) => by === product.buyer)
    expect(byBuyer.map(({ product }) => product.status)).toContain('sold')
  })
})

describe('demo conversations', () => {
  it.each(DEMO_CONVERSATIONS)(
    'have two people and messages in order after the listing: $product',
    (conversation) => {
      const product = DEMO_PRODUCTS.find(({ title }) => title === conversation.product)
      expect(product?.status).not.toBe('draft')
      expect(keys).toContain(conversation.buyer)
      expect(conversation.buyer).not.toBe(product?.seller)
      const two = [conversation.buyer, product?.seller]
      expect(
        conversation.messages.every(({ by, reactions = {} }) =>
          [by, ...Object.keys(reactions)].every((key) => two.includes(key)),
        ),
      ).toBe(true)
      const ages = conversation.messages.map(({ ageHours }) => ageHours)
      expect(ages).toEqual(ages.toSorted((one, other) => other - one))
      expect(ages[0]).toBeLessThan(product?.ageHours ?? 0)
      const unread = conversation.messages.slice(conversation.messages.length - conversation.unread)
      expect(new Set(unread.map(({ by }) => by)).size).toBeLessThanOrEqual(1)
    },
  )
})

it('no demo listing offers prohibited goods', () => {
  const judge = createListingJudge(loadListingModel(), 'sankofa.test')
  const noticed = DEMO_PRODUCTS.filter(
    ({ title, description, categoryId }) => judge({ title, description, category: categoryId }) !== undefined,
  )
  expect(noticed.map(({ title }) => title)).toEqual([])
})
