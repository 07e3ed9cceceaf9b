import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelledMessages } from '#server/moderation/guard/judgement/labelled-texts.ts'
import { loadMessageModel } from '#server/moderation/guard/judgement/message-judge.ts'
import { compileRules } from './engine.ts'
import { measure } from './measure.ts'
import { parsePattern, PatternError } from './pattern.ts'
import { shippedRules } from './shipped-rules.ts'

const OWN_HOST = 'sankofa.test'
const model = loadMessageModel()
const { engine, nameOf, warns } = shippedRules(OWN_HOST, model)
const namesOf = (text: string) => engine(text).hits.map(({ ruleId }) => nameOf(ruleId))

describe('messages of writers whose texts nothing was made with', () => {
  const messages = labelledMessages('-last')

  it('number at least 800, half of them honest', () => {
    const { tricks, honest } = measure(engine, messages, warns)
    expect(Math.min(tricks, honest)).toBeGreaterThanOrEqual(400)
  })

  it('are judged right: nine in ten tricks are seen, and two in a hundred honest ones at most', () => {
    const { recall, falseShare } = measure(engine, messages, warns)
    expect(recall).toBeGreaterThanOrEqual(0.9)
    expect(falseShare).toBeLessThanOrEqual(0.02)
  })
})

it.each([
  ['Send the deposit by MoMo first', 'prepayment'],
  ['Pay the delivery fee first', 'delivery-fee'],
  ['Reserve it with momo', 'prepayment'],
  ['Send it to 024 412 3456', 'wallet'],
  ['What is your momo PIN?', 'code'],
  ['I sent it to you by mistake, send it back', 'sent-by-mistake'],
  ['I am in the UK, my shipping agent will pick it up after you pay the clearance', 'abroad'],
  ['Look at https://evil.example/x', 'link'],
  ['Look at sankofa.test.evil.shop', 'link'],
  ['Order it at evil dot shop', 'link'],
  ['Order it at evil . com', 'link'],
  ['Message me on WhatsApp', 'other-app'],
  ['I have sent the money', 'payment-claim'],
  ['I will kill you', 'violence'],
  ["Bring my money or I'll stab u", 'violence'],
  ['I know where you live, I am coming', 'knows-home'],
  ['We sabi where you dey sleep', 'knows-home'],
  ['I go beat you well well', 'pidgin-violence'],
  ['We go come your house come burn am', 'pidgin-violence'],
  ['Mɛkum wo', 'twi-violence'],
  ['Wobɛwu anadwo yi', 'twi-violence'],
  ['Menim baabi a wote, wobɛhu', 'twi-knows-home'],
])('finds a trick in “%s”', (text, name) => expect(namesOf(text)).toContain(name))

it.each([
  'https://sankofa.test/product/1 is the other one',
  'The shop is next door. GH₵600 last price',
  'I will pay by MoMo when I see it',
  'Send me your location',
  'My number is 0244123456',
  'This price will kill me, please reduce',
  'I can beat that price for you',
  'Let me know where you live so that I can deliver it',
  'I know where you stay, I will come and collect it',
  'If you come again I go beat you for table tennis, hahaha',
  'I will never hurt you, trust me on the quality',
])('finds no trick in “%s”', (text) => expect(namesOf(text)).toEqual([]))

it('extracts phone numbers in any spelling', () => {
  expect(engine('send to my momo: zero24-412 3456').phones).toEqual(['0244123456'])
})

describe('a disguised trick', () => {
  const LOOK_ALIKES: Record<string, string> = { a: 'а', e: 'е', o: 'ο', p: 'р', c: 'с', i: 'і', y: 'у' }
  const READ_AS: Record<string, string> = { o: '0', e: '3', i: '1', s: '5', a: '@' }
  const TRICKS = ['send deposit first', 'pay before delivery', 'give me the code', 'what is your momo pin']
  const WAYS: Record<string, (sign: string) => string> = {
    'letters of other scripts': (sign) => LOOK_ALIKES[sign] ?? sign,
    'symbols that resemble letters': (sign) => READ_AS[sign] ?? sign,
    accents: (sign) => (/[a-z]/.test(sign) ? `${sign}\u0301` : sign),
    'invisible characters': (sign) => `${sign}\u200b`,
    capitals: (sign) => sign.toUpperCase(),
    'wide letters': (sign) => (/[a-z]/.test(sign) ? String.fromCodePoint(sign.charCodeAt(0) + 0xfee0) : sign),
  }

  it.each(Object.entries(WAYS))('is recognized despite %s', (_, change) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRICKS),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        (text, mask) => {
          const changed = Array.from(text, (sign, at) => (mask[at] ? change(sign) : sign)).join('')
          expect(engine(changed).hits, changed).not.toEqual([])
        },
      ),
    )
  })

  it.each(['.', '-', ' ', '_', '*', ' . '])('is recognized with “%s” between all characters', (between) => {
    for (const trick of TRICKS) {
      const changed = trick
        .split(' ')
        .map((word) => [...word].join(between))
        .join(between.includes(' ') ? `   ${between.trim()}  ` : ' ')
      expect(engine(changed).hits, changed).not.toEqual([])
    }
  })

  it('causes no failure, whatever its characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => void engine(text)))
  })
})

describe('rule patterns', () => {
  it.each(['', '~3 pay', 'pay ~2', 'pay? now', '(a+)+$', '@unknown', 'pay ~9 now', 'a '.repeat(40)])(
    'are refused: %j',
    (text) => expect(() => parsePattern(text, {})).toThrow(PatternError),
  )

  it.each([
    ['pay ~2 first', 'pay me now first', true],
    ['pay ~1 first', 'pay me now first', false],
    ['pay me? first', 'pay first', true],
    ['deliver* now', 'delivering now', true],
    ['#phone', '+233 24 412 3456', true],
  ])('“%s” applied to “%s” matches: %s', (pattern, text, isSeen) => {
    const one = compileRules([{ id: 1, patterns: [pattern], exclusions: [] }], {
      lists: {},
      ownHost: OWN_HOST,
      model,
    })
    expect(one(text).hits.length > 0).toBe(isSeen)
  })

  it.each([
    ['price', 'I kill the price, and then kill him', false],
    ['~0 kill the price', 'I kill the price, and then kill him', true],
    ['~0 kill the price', 'I kill the price', false],
    ['~2 price', 'I kill the price', false],
    ['~2 price', 'I kill him for the price', true],
    ['~2 price', 'The price is what I kill', true],
  ])('excluding “%s” find “kill” in “%s”: %s', (exclusion, text, isSeen) => {
    const one = compileRules([{ id: 1, patterns: ['kill'], exclusions: [exclusion] }], {
      lists: {},
      ownHost: OWN_HOST,
      model,
    })
    expect(one(text).hits.length > 0).toBe(isSeen)
  })
})

it('finds a trick behind an ordinary paragraph', () => {
  const paragraph =
    'Good evening, I hope you are doing well. The weather in Accra is too hot these days. My sister came from Kumasi yesterday with her children, so the house is full. I was at church in the morning. '
  expect(namesOf(`${paragraph} Send half of the money first and I bring it.`)).toContain('prepayment')
  expect(namesOf(paragraph)).toEqual([])
})

it.each(['!', '1', '@', '‼', '⑳', '\ufdfa', 'a!', '1a', '. '])(
  'reads a long message of “%s” alone',
  (sign) => {
    expect(engine(sign.repeat(5000)).hits).toEqual([])
  },
)
