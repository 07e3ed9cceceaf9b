import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '#contract/conversations/conversations.ts'
import type { ShownWordList, WordListTrial } from '#contract/moderation/guard/word-lists.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { readListWords } from './list-words.ts'
import { readSeed } from './seed-rules.ts'

const test = setUp(createMarket)
const { lists: SHIPPED } = readSeed()
const APPS = SHIPPED['apps'] ?? []
const LISTS = '/api/moderation/guard-lists'
let yaw: TestClient

beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  yaw = await signInStaff(test, 'moderator')
})

const body = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T
const shown = async () => (await body<{ lists: ShownWordList[] }>(yaw.send('GET', LISTS))).lists
const listNamed = async (name: string) => (await shown()).find((list) => list.name === name)
const tryWords = (name: string, words: readonly string[]) =>
  yaw.send('POST', `${LISTS}/${name}/trial`, { words })
const save = (name: string, words: readonly string[], by = yaw) =>
  by.send('PUT', `${LISTS}/${name}`, { words })
const acts = () =>
  test.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'changed-word-list')
    .orderBy('id', 'desc')
    .execute()
const problemOf = async (response: Promise<Response>) => {
  const { error } = await body<{ error: { code: string; fields?: { field: string; message: string }[] } }>(
    response,
  )
  return error.fields?.[0] ?? error.code
}

describe('a word list', () => {
  it('is listed with its words and the live rules that use it', async () => {
    expect(await listNamed('apps')).toEqual({
      name: 'apps',
      words: APPS,
      isEdited: false,
      rules: ['other-app'],
    })
    expect(await listNamed('money')).toMatchObject({ rules: [] })
    expect((await shown()).map(({ name }) => name)).toEqual(Object.keys(SHIPPED).toSorted())
  })

  it('can be tried before it is saved', async () => {
    const same = await body<WordListTrial>(tryWords('apps', APPS))
    expect(same).toMatchObject({ words: APPS, falseWarnings: [], problem: null, after: same.before })
    expect(same.tricks).toBeGreaterThan(same.before.tricks)
    expect(same.honest).toBeGreaterThan(same.before.honest * 10)
    expect(same.before.tricks).toBeGreaterThan(same.tricks / 2)
    const without = await body<WordListTrial>(tryWords('money', ['sika']))
    expect(without.after.tricks).toBeLessThan(without.before.tricks)
    expect(await listNamed('money')).toMatchObject({ isEdited: false, words: SHIPPED['money'] })
  })

  it('stores words as texts are compared with them, each once', async () => {
    const typed = ['WhatsApp', 'whats\u202eapp', 'whatsapp', 'Télégram', '#currency', "zon'to", 'zon*']
    expect(await body<WordListTrial>(tryWords('apps', typed))).toMatchObject({
      words: ['whatsapp', 'telegram', '#currency', 'zonto', 'zon*'],
    })
  })

  it('may have all words that the program brings', () => {
    for (const words of Object.values(SHIPPED)) expect(readListWords(words).length).toBeGreaterThan(0)
  })

  it('is left to newer versions if it is saved without a change', async () => {
    expect(await (await save('after', SHIPPED['after'] ?? [])).json()).toEqual({})
    expect(await listNamed('after')).toMatchObject({ isEdited: false, words: SHIPPED['after'] })
    expect(await acts()).toEqual([])
  })
})

describe('a changed word list', () => {
  const send = async (by: TestClient, conversation: string, content: string) => {
    const path = `/api/conversations/${conversation}/messages`
    const message = { content, clientKey: crypto.randomUUID() }
    return (await body<Message>(by.send('POST', path, message))).warnings?.map(({ rule }) => rule)
  }

  it('counts in every process a moment later, is recorded, and survives the next start', async () => {
    const other = await createTestApp({ database: test.database, secrets: test.secrets })
    const kofi = await signIn(test, 'kofi')
    const elsewhere = createAnonymousClient(other.app)
    elsewhere.token = kofi.token
    const productId = await insertProduct(test.db)
    const { id } = await body<{ id: string }>(kofi.send('POST', '/api/conversations', { productId }))
    const text = 'Message me on zonto'
    expect(await send(kofi, id, text)).toBeUndefined()
    expect(await send(elsewhere, id, text)).toBeUndefined()

    expect(await (await save('apps', [...APPS.slice(1), 'Zonto'])).json()).toEqual({})
    await expect.poll(() => send(kofi, id, text), { interval: 50 }).toEqual(['other-app'])
    await expect.poll(() => send(elsewhere, id, text), { interval: 50 }).toEqual(['other-app'])
    expect(await acts()).toEqual([
      { actor_id: STAFF.yaw.id, detail: { name: 'apps', added: ['zonto'], removed: [APPS[0]] } },
    ])

    await test.db
      .updateTable('guard_word_lists')
      .set({ words: ['old'] })
      .where('name', '=', 'app')
      .execute()
    await sql`delete from schema_repeatable where name like '%seed-rules.sql'`.execute(test.db)
    await prepareDatabase(test.database.url)
    expect(await listNamed('apps')).toMatchObject({ isEdited: true, words: [...APPS.slice(1), 'zonto'] })
    expect(await listNamed('app')).toMatchObject({ isEdited: false, words: SHIPPED['app'] })
    await save('apps', APPS)
    await other.close()
  })

  it('can be used by a rule with all its words', async () => {
    const tried = await body<{ texts: { saw: string | null }[] }>(
      yaw.send('POST', '/api/moderation/guard-rules/trial', {
        patterns: ['send @money'],
        exclusions: [],
        texts: ['Send cedis', 'Send 500', 'Send pictures'],
      }),
    )
    expect(tried.texts.map(({ saw }) => saw)).toEqual(['send cedis', 'send 500', null])
  })
})

describe('a word list that could hurt', () => {
  it.each([
    ['regular expressions', ['(a+)+$'], /^“\(a\+\)\+\$” is not a word/],
    ['two words', ['whatsapp', 'two words'], /^“two words” is not a word/],
    ['alternatives', ['a|b'], /^“a\|b” is not a word/],
    ['gaps', ['~8'], /is not a word/],
    ['other lists', ['@money'], /is not a word/],
    ['unknown placeholders', ['#anything'], /^“#anything” is not a word/],
    ['only a star', ['*'], /is not a word/],
    ['only marks that nobody sees', ['\u200f\u202e'], /is not a word/],
    ['long words', ['a'.repeat(41)], /^“a{20}…” is longer than 40 characters/],
    ['ligatures that are long words', ['ﬃ'.repeat(40)], /is longer than 40 characters/],
    ['no words', [], /at least one word/],
    ['201 words', Array.from({ length: 201 }, (_, at) => `w${at}`), /at most 200 words/],
  ])('may not have %s', async (_, words, message) => {
    for (const response of [tryWords('apps', words), save('apps', words)])
      expect(await problemOf(response)).toMatchObject({
        field: 'words',
        message: expect.stringMatching(message) as string,
      })
  })

  it('cannot be sent with 10,000 words', async () => {
    const words = Array.from({ length: 10_000 }, (_, at) => `w${at}`)
    expect(await problemOf(save('apps', words))).toBe('body-too-large')
  })

  it('does not exist under an unknown name', async () => {
    for (const name of ['nothing', 'constructor'])
      for (const response of [tryWords(name, ['word']), save(name, ['word'])])
        expect(await problemOf(response)).toBe('not-found')
    expect(await problemOf(save('__proto__', ['word']))).toMatchObject({ field: 'name' })
  })

  it('may not make rules that use it slow', async () => {
    const words = Array.from({ length: 200 }, (_, at) => `${'abcdefghijklmnopqrst'[at % 20]}${at}*`)
    const all = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter}*`)
    expect(await problemOf(save('apps', [...all, ...words].slice(0, 200)))).toMatchObject({
      field: 'words',
      message: expect.stringMatching(
        /^With these words, the rule other-app takes more than 50,000 steps/,
      ) as string,
    })
  })

  it('may not warn of clearly more honest messages', async () => {
    const words = ['i', 'you', 'the']
    const { problem, before, after, honest } = await body<WordListTrial>(tryWords('pay', words))
    const counts = `${after.honest} of ${honest} honest messages instead of ${before.honest}`
    expect(problem).toContain(`With these words, the guard would warn about ${counts}, such as “`)
    expect(await problemOf(save('pay', words))).toEqual({ field: 'words', message: problem })
    expect(await listNamed('pay')).toMatchObject({ isEdited: false, words: SHIPPED['pay'] })
  })

  it('may not have a word that many other lists have', async () => {
    await test.db
      .updateTable('guard_word_lists')
      .set({ words: sql`words || array['everywhere']` })
      .where('name', 'in', ['far', 'fee', 'hold', 'id'])
      .execute()
    expect(await problemOf(save('job', [...(SHIPPED['job'] ?? []), 'everywhere']))).toEqual({
      field: 'words',
      message: '“everywhere” is already in 4 other lists',
    })
  })

  it('may not match ordinary talk in a rule that holds, and needs an administrator there', async () => {
    const found = async () => (await body<WordListTrial>(tryWords('apps', APPS))).before
    const earlier = await found()
    await test.db
      .updateTable('guard_rules')
      .set({ severity: 'hold', patterns: ['@apps'] })
      .where('name', '=', 'other-app')
      .execute()
    expect(await found()).not.toEqual(earlier)
    expect(await problemOf(save('apps', [...APPS, 'zonto']))).toMatchObject({
      field: 'words',
      message: expect.stringMatching(/^Only an administrator can change this list/) as string,
    })
    const abena = await signInStaff(test, 'administrator', 'abena')
    expect(await problemOf(save('apps', [...APPS, 'the'], abena))).toMatchObject({
      field: 'words',
      message: expect.stringMatching(
        /^With these words, the rule other-app would hold \d+ of \d+ honest messages, such as “/,
      ) as string,
    })
  })

  it('is not changed by strangers, and by moderators only with a fresh code', async () => {
    const before = await acts()
    const ama = await signIn(test, 'ama')
    for (const by of [ama, createAnonymousClient(test.app)]) {
      expect((await by.send('GET', LISTS)).status).toBe(404)
      expect((await by.send('POST', `${LISTS}/apps/trial`, { words: ['word'] })).status).toBe(404)
      expect((await save('apps', ['word'], by)).status).toBe(404)
    }
    const earlier = sql<string>`now() - interval '11 minutes'`
    await test.db
      .updateTable('accounts')
      .set({ totp_enabled_at: earlier })
      .where('id', '=', STAFF.yaw.id)
      .execute()
    await test.db
      .updateTable('sessions')
      .set({ second_step_at: earlier })
      .where('account_id', '=', STAFF.yaw.id)
      .execute()
    expect(await problemOf(save('apps', ['word']))).toBe('second-step-required')
    expect((await tryWords('apps', ['word'])).status).toBe(200)
    expect(await acts()).toEqual(before)
  })
})
