import { describe, expect, it } from 'vitest'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import { createTestConversations } from '#testing/market/conversations.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { compileRules, STEPS_MAX } from './engine.ts'
import { createRule } from './service.ts'

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

  it('is refused if it takes too long', async () => {
    const patterns = Array.from({ length: 100 }, (_, at) => `a*|b*|c*|d*|e*|you ~8 me* ~8 x${at}*`)
    expect(await problemOf({ patterns })).toMatchObject({
      field: 'patterns',
      message: expect.stringMatching(/^This rule takes .+ steps in a long message/) as string,
    })
  })

  it('cannot block the process, even if an earlier version saved it', async () => {
    const patterns = Array.from({ length: 100 }, (_, at) => `a*|b*|c*|d*|e*|you ~8 me* ~8 x${at}*`)
    const { lists, model } = { lists: {}, model: test.ctx.guard.model() }
    const engine = compileRules([{ id: 1, patterns, exclusions: [] }], {
      lists,
      model,
      ownHost: 'sankofa.test',
    })
    expect(engine('you and me are able to be close '.repeat(150)).steps).toBeLessThan(STEPS_MAX * 1.01)
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
