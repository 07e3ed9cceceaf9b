import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { shortPath } from '#contract/sharing/short-links.ts'
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/process/log.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { createTestContext } from '#testing/context.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'
import type { AdminDeps } from './command.ts'
import { HELP, helpOf, runAdmin } from './run-admin.ts'

let deps: AdminDeps
/** Job queue of the command's process, in addition to the site's. */
let jobs: Jobs
let printed: string[]
let complaints: string[]

const test = setUp(createTestApp)
const context = setUp(async () => createTestContext(test.database))
beforeAll(async () => {
  await insertAccounts(test.db)
  jobs = createJobs({
    url: test.database.url,
    log: createLog('silent'),
    telemetry: test.telemetry,
    timeZone: 'Africa/Accra',
    onlyEnqueues: true,
  })
  await jobs.start()
})
afterAll(() => jobs.stop())
beforeEach(async () => {
  for (const table of ['staff', 'sanctions', 'outbox_messages', 'notifications'] as const)
    await test.db.deleteFrom(table).execute()
  printed = []
  complaints = []
  deps = {
    ...context,
    jobs,
    siteName: 'Sankofa',
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
  }
})

const run = (...words: string[]) => runAdmin(words, deps)
const roleOf = async (id: string) =>
  (await test.db.selectFrom('staff').select('role').where('account_id', '=', id).executeTakeFirst())?.role
const WHY = ['--rule', 'no-money-first', '--words', 'You took money first.', '--as', STAFF.yaw.email]

it('finds people and refuses unknown commands', async () => {
  expect(await run('people', 'Kofi')).toBe(0)
  expect(printed).toEqual([`${PEOPLE.kofi.id}  Kofi Boateng  kofi@example.com`])
  expect(await run('people', 'nobody here')).toBe(0)
  expect(printed.at(-1)).toBe('Nobody was found')
  expect(await run('dance')).toBe(1)
  expect(complaints[0]).toContain("There is no command 'dance'.")
})

/** Each command with each of its subcommands, such as `keys`, `keys rotate` and `jobs drop`. */
const COMMANDS = (HELP.split('\n\n')[1] ?? '').split('\n').flatMap((line) => {
  const [, name = '', choices] = /^ {2}([a-z-]+) ?([a-z-]+(?:\|[a-z-]+)*)?/.exec(line) ?? []
  return (choices?.split('|') ?? [undefined]).map((part) => ({ line, name, part }))
})

it('prints help for each command and refuses its unknown options', async () => {
  expect(COMMANDS.length).toBeGreaterThan(25)
  for (const { line, name, part } of COMMANDS) {
    expect(helpOf(name, part)).toContain(`\n${line}`)
    complaints = []
    expect(await run(name, ...(part ? [part] : []), '--colour', 'blue')).toBe(1)
    expect(complaints).toEqual([
      expect.stringContaining(`'${name}' takes no option --colour. Say:\n\n  ${name}`),
    ])
  }
  expect(await run('role', PEOPLE.kofi.email, 'moderator', '--days', '3')).toBe(1)
  expect(complaints.at(-1)).toContain("'role' takes no option --days.")
  expect(await run('listings', 'show', 'any', '--rule', 'no-money-first')).toBe(1)
  expect(complaints.at(-1)).toContain("'listings' takes no option --rule.")
  expect(await run('suspend', PEOPLE.ama.email, '--days')).toBe(1)
  expect(complaints.at(-1)).toContain("'--days <value>' argument missing")
})

it('appoints the first administrator by address, phone number or id, and logs it', async () => {
  expect(await run('role', 'KOFI@example.com', 'administrator')).toBe(0)
  expect(await roleOf(PEOPLE.kofi.id)).toBe('administrator')
  expect(await run('role', '0100000101', 'moderator')).toBe(0)
  expect(await roleOf(PEOPLE.ama.id)).toBe('moderator')
  expect(await run('role', PEOPLE.kofi.id, 'none')).toBe(0)
  expect(await roleOf(PEOPLE.kofi.id)).toBeUndefined()
  const entries = await test.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'action', 'target_id', 'detail'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  expect(entries.at(-1)).toEqual({
    actor_id: null,
    action: 'changed-role',
    target_id: PEOPLE.kofi.id,
    detail: { before: 'administrator', role: null },
  })
})

it('gives no role to a name, an unknown person or with an unknown role', async () => {
  expect(await run('role', 'Kofi Boateng', 'moderator')).toBe(1)
  expect(await run('role', 'nobody@example.com', 'moderator')).toBe(1)
  expect(await run('role', PEOPLE.kofi.email, 'king')).toBe(1)
  expect(await run('role')).toBe(1)
  expect(complaints).toHaveLength(4)
  expect(await roleOf(PEOPLE.kofi.id)).toBeUndefined()
})

it('suspends and restores a person with a signature', async () => {
  await signInStaff(test, 'moderator')
  const productId = await insertProduct(test.db)
  const ama = await signIn(test, 'ama')
  const statusOf = async () =>
    (await test.db.selectFrom('products').select('status').where('id', '=', productId).executeTakeFirst())
      ?.status
  expect(await run('suspend', PEOPLE.ama.email, '--days', '3', ...WHY)).toBe(0)
  expect(await statusOf()).toBe('held')
  expect((await ama.send('GET', '/api/profile')).status).toBe(401)
  expect(await run('restore', PEOPLE.ama.email, '--as', STAFF.yaw.id)).toBe(0)
  expect(await statusOf()).toBe('available')
})

it('ends the sessions of one person or of everybody', async () => {
  await signInStaff(test, 'moderator')
  const [ama, alsoAma, kofi] = [
    await signIn(test, 'ama'),
    await signIn(test, 'ama'),
    await signIn(test, 'kofi'),
  ]
  const statuses = async () =>
    Promise.all([ama, alsoAma, kofi].map(async (client) => (await client.send('GET', '/api/profile')).status))
  expect(await run('sessions', 'end', PEOPLE.ama.email)).toBe(0)
  expect(printed.at(-2)).toMatch(/^\d+ sessions ended$/)
  expect(printed.at(-1)).toMatch(/^Confirmed by \S+:\d+$/)
  await expect.poll(statuses).toEqual([401, 401, 200])
  expect(await run('sessions', 'end', 'all')).toBe(0)
  await expect.poll(statuses).toEqual([401, 401, 401])
  expect(await run('sessions', 'end', 'nobody@example.com')).toBe(1)
  expect(await test.db.selectFrom('sessions').select('id').execute()).toEqual([])
})

it('names what a decision lacks and decides nothing', async () => {
  await signInStaff(test, 'moderator')
  expect(await run('suspend', PEOPLE.ama.email, ...WHY)).toBe(1)
  expect(complaints).toEqual(['--days: Please say for how many days'])
  expect(await run('ban', PEOPLE.ama.email, '--as', STAFF.yaw.email)).toBe(1)
  expect(complaints.at(-1)).toContain('--rule: Please choose the rule')
  expect(await run('ban', PEOPLE.ama.email)).toBe(1)
  expect(await run('ban', PEOPLE.ama.email, ...WHY.slice(0, 4), '--as', PEOPLE.kofi.email)).toBe(1)
  expect(complaints.at(-1)).toBe('Kofi Boateng has no role.')
  // A moderator decides nothing about staff.
  await signInStaff(test, 'moderator', 'abena')
  expect(await run('ban', STAFF.abena.email, ...WHY)).toBe(1)
  expect(await test.db.selectFrom('sanctions').selectAll().execute()).toEqual([])
})

it('sends a mail and reports a refusal', async () => {
  expect(await run('mail-test', 'esi@example.com')).toBe(0)
  const mails = await test.db.selectFrom('outbox_messages').select(['recipient', 'subject']).execute()
  expect(mails).toEqual([{ recipient: 'esi@example.com', subject: 'Test of Sankofa' }])
  expect(await run('mail-test', 'no address')).toBe(1)
  expect(complaints[0]).toContain('The mail was not accepted')
})

it('lists failed jobs, retries them and drops them', async () => {
  const add = (name: string) =>
    sql`insert into pgboss.job (name, data, source_name, state)
      values ('dead-jobs', ${JSON.stringify({ name })}::jsonb, 'decision-mail', 'completed')`.execute(test.db)
  expect(await run('jobs')).toBe(0)
  expect(printed).toEqual(['No job was given up'])
  await add('one')
  await add('two')
  printed = []
  expect(await run('jobs')).toBe(0)
  expect(printed).toHaveLength(2)
  expect(printed[0]).toMatch(/^[0-9a-f-]{36} {2}.* {2}decision-mail$/)
  expect(printed.join('\n')).not.toMatch(/one|two/)
  const [id = ''] = printed[0]?.split(' ') ?? []
  expect(await run('jobs', 'drop', id)).toBe(0)
  expect(await run('jobs', 'drop', id)).toBe(1)
  expect(await run('jobs', 'retry', 'all')).toBe(0)
  expect(printed.slice(2)).toEqual(['1 dropped', '1 put back'])
  expect(await run('jobs')).toBe(0)
  expect(printed.at(-1)).toBe('No job was given up')
  expect(await run('jobs', 'retry')).toBe(1)
})

it('lists a person’s listings and shows one by id or address', async () => {
  const title = `Stool ${randomUUID()}`
  const id = await insertProduct(test.db, { title })
  await insertPhoto(test.db, id)
  expect(await run('listings', 'of', PEOPLE.ama.email)).toBe(0)
  expect(printed).toContain(`${id}  available  ${title}`)
  for (const which of [id, `https://market.example/products/${id}`, shortPath({ id, title })]) {
    printed = []
    expect(await run('listings', 'show', which)).toBe(0)
    expect(printed).toContain(`title     ${title}`)
    expect(printed).toContain('photos    1')
  }
  expect(await run('listings', 'show', 'nothing')).toBe(1)
  expect(await run('listings', 'show', randomUUID())).toBe(1)
  expect(await run('listings', 'paint', id)).toBe(1)
})

it("deletes nothing without an administrator's signature", async () => {
  const id = await insertProduct(test.db)
  await signInStaff(test, 'moderator')
  expect(await run('listings', 'delete', id)).toBe(1)
  expect(await run('listings', 'delete', id, '--as', STAFF.yaw.email)).toBe(1)
  expect(await run('person', 'delete', PEOPLE.esi.email, '--as', STAFF.yaw.email)).toBe(1)
  expect(complaints.at(-1)).toBe('Yaw Darko is not an administrator.')
  await signInStaff(test, 'administrator')
  expect(await run('person', 'delete', STAFF.yaw.email, '--as', STAFF.yaw.email)).toBe(1)
  expect(await run('listings', 'show', id)).toBe(0)
})

it('puts categories first or restores the order of demand', async () => {
  await signInStaff(test, 'administrator')
  const by = ['--as', STAFF.yaw.email]
  const first = () => printed.slice(0, 2).map((line) => line.split(' ')[0])
  expect(await run('categories', 'order', 'fashion', 'mobile', ...by)).toBe(0)
  expect(first()).toEqual(['fashion', 'mobile'])
  printed = []
  expect(await run('categories', 'order', 'demand', ...by)).toBe(0)
  expect(printed.every((line) => /^[a-z-]+\s+[^\s\d]/.test(line))).toBe(true)
  expect(await run('categories', 'rename', 'mobile', 'Fashion & Shoes', ...by)).toBe(1)
  expect(await run('categories', 'rename', 'boats', 'Boats', ...by)).toBe(1)
  expect(await run('categories', 'order', 'boats', ...by)).toBe(1)
})

it('hides a category and shows it again', async () => {
  await signInStaff(test, 'administrator')
  const by = ['--as', STAFF.yaw.email]
  expect(await run('categories', 'hide', 'fashion', ...by)).toBe(0)
  expect(printed.at(-1)).toBe('Fashion & Shoes is now hidden')
  expect(await run('categories')).toBe(0)
  expect(printed.filter((line) => line.includes('hidden)'))).toHaveLength(1)
  expect(await run('categories', 'show', 'fashion', ...by)).toBe(0)
  expect(await run('categories', 'hide', 'boats', ...by)).toBe(1)
})

it("reports the site's health and exits with 1 if there is a problem", async () => {
  expect(await run('health')).toBe(1)
  expect(complaints.at(-1)).toBe('Nothing is backed up: BACKUP_DIR is not set.')
  deps.config = {
    ...deps.config,
    database: { kind: 'url', url: test.database.url, directUrl: test.database.url },
  }
  expect(await run('health')).toBe(0)
  expect(printed.at(-1)).toBe('Nothing is wrong')
  deps.findProblems = async () => ['there is no room for photos']
  expect(await run('health')).toBe(1)
  expect(complaints.at(-1)).toBe('there is no room for photos')
})

it('explains the words of each command in its help', () => {
  expect(helpOf('role')).toMatch(
    /^npm run admin -- <command>\n\n {2}role <person> .*\n\n<person> and <staff> are/,
  )
  expect(
    helpOf('keys')
      .split('\n')
      .filter((line) => line.startsWith('  keys')),
  ).toHaveLength(3)
  expect(helpOf('keys')).not.toContain('<staff> are')
  expect(helpOf('jobs', 'drop').split('\n\n')).toHaveLength(2)
  expect(helpOf('listings', 'hold')).not.toContain('listings show')
  expect(helpOf('nothing')).toBe(HELP)
})
