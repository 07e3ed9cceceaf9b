import { describe, expect, it } from 'vitest'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import { createTestConversations } from '#testing/market/conversations.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { compileRules, RULE_STEPS_MAX } from './engine.ts'
import { readSeed } from './seed-rules.ts'
import { createRule } from './service.ts'
import { requireHarmlessRule } from './trying-rules.ts'

const { esi } = PEOPLE
const test = setUp(createTestConversations)

const form = {
  name: 'hurts',
  language: 'en',
  audience: 'both',
  severity: 'warn',
  readerText: 'A prize that nobody entered for is a trick.',
  writerText: 'The other person is advised to be careful.',
  patterns: ['you won'],
  exclusions: [],
  isLive: true,
} as const

describe('a rule that could hurt', () => {
  const problemOf = (change: object, moderatorId: string = esi.id) =>
    createRule(test.ctx, {
      moderatorId,
      form: { ...form, patterns: [...form.patterns], exclusions: [], ...change },
    }).then(
      () => undefined,
      (error: { fields?: { field: string; message: string }[] }) => error.fields?.[0],
    )

  const STARS = Array.from({ length: 100 }, (_, at) => `a*|b*|c*|d*|e*|you ~8 me* ~8 x${at}*`)
  const GAPS = Array.from({ length: 100 }, (_, at) => `i|the|you|a|to|my|is ~8 ~8 ~8 zzz${at}`)
  const TALK = 'you and me are able to be close to the place that is my home '.repeat(40)
  const engineOf = (...patterns: string[][]) =>
    compileRules(
      patterns.map((each, id) => ({ id, patterns: each, exclusions: [] })),
      { lists: {}, model: test.ctx.guard.model(), ownHost: 'sankofa.test' },
    )

  it.each([
    ['stars', STARS],
    ['gaps', GAPS],
  ])('is refused if its %s take too long', async (_, patterns) => {
    expect(await problemOf({ patterns })).toMatchObject({
      field: 'patterns',
      message: expect.stringMatching(/^This rule takes more than 50,000 steps in a long message/) as string,
    })
  })

  it('can be switched off, although it takes too long', async () => {
    expect(await problemOf({ name: 'costly', patterns: GAPS, isLive: false })).toBeUndefined()
  })

  it.each([STARS, GAPS])('cannot block the process, even if an earlier version saved it', (...patterns) => {
    expect(engineOf(patterns)(TALK).steps).toBeLessThan(RULE_STEPS_MAX * 1.01)
  })

  it('silences no other rule', () => {
    const { hits } = engineOf(GAPS, ['#link'])(`${TALK} https://evil.example/x`)
    expect(hits.map(({ ruleId }) => ruleId)).toEqual([1])
  })

  it('is none of those that the program brings', async () => {
    const { rules, lists } = readSeed()
    for (const { patterns, exclusions, severity } of rules) {
      const rule = {
        patterns,
        exclusions,
        severity: severity === 'hold' ? ('warn' as const) : severity,
        isLive: true,
      }
      const tried = requireHarmlessRule(test.ctx, { form: rule, moderatorId: esi.id, lists })
      await expect(tried).resolves.toBeUndefined()
    }
  })

  it('holds no messages unless an administrator switches it on', async () => {
    expect(await problemOf({ severity: 'hold' })).toMatchObject({ field: 'severity' })
    expect(await problemOf({ severity: 'hold', isLive: false })).toBeUndefined()
  })

  it('holds no ordinary talk, even if an administrator saves it', async () => {
    await insertAccounts(test.db)
    await test.db
      .insertInto('staff')
      .values({ account_id: esi.id, role: 'administrator' })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ role: 'administrator' }))
      .execute()
    const problem = await problemOf({ severity: 'hold', patterns: ['i|you|the|my'] })
    expect(problem).toMatchObject({
      field: 'patterns',
      message: expect.stringMatching(/^This rule would hold \d+ of \d+ honest messages/) as string,
    })
  })
})
