import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { unsubscribeLinks } from '#server/platform/mail/unsubscribe-links.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import {
  openConversation,
  passMinutes,
  readConversation,
  say,
  sellSomething,
  sendDueNotifications,
} from '#testing/live/notifications.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { PREFERENCES } from '#testing/accounts/preferences.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')

beforeEach(async () => {
  await test.jobs.settled()
  for (const table of [
    'rate_limits',
    'notifications',
    'notification_preferences',
    'outbox_messages',
  ] as const)
    await test.db.deleteFrom(table).execute()
})

const mails = () => readDevMailbox(test.db, PEOPLE.ama.email)
const afterTenMinutes = async () => {
  await passMinutes(test, 10)
  await sendDueNotifications(test)
}
const markAllRead = () => ama.send('POST', '/api/notifications/read')
async function save(change: object) {
  await ama.send('PUT', '/api/account/preferences', { ...PREFERENCES, ...change })
}

describe('the digest of unread notifications', () => {
  it('is one mail, ten minutes after the first notification', async () => {
    await sellSomething(test, ama, 'Lamp')
    await passMinutes(test, 8)
    await sendDueNotifications(test)
    expect(await mails()).toEqual([])
    await sellSomething(test, ama, 'Chair')
    await passMinutes(test, 2)
    await sendDueNotifications(test)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('2 new notifications')
    expect(mail?.text).toContain(
      'Item Sold: "Chair" is marked as sold\n\nItem Sold: "Lamp" is marked as sold\n',
    )
    expect(mail?.text).toContain('http://localhost:3000/notifications-page')
    await afterTenMinutes()
    await afterTenMinutes()
    expect(await mails()).toHaveLength(1)
  })

  it('links to the page of a single notification', async () => {
    const path = await sellSomething(test, ama, '<b>Lamp</b>')
    await afterTenMinutes()
    const [mail] = await mails()
    expect(mail?.subject).toBe('"<b>Lamp</b>" is marked as sold')
    expect(mail?.text).toContain(`View:\nhttp://localhost:3000${path}`)
    expect(mail?.html).toContain('&lt;b&gt;Lamp&lt;/b&gt;')
  })

  it('leaves out read notifications', async () => {
    await sellSomething(test, ama, 'Lamp')
    await passMinutes(test, 9)
    await markAllRead()
    await sellSomething(test, ama, 'Chair')
    await passMinutes(test, 2)
    await sendDueNotifications(test)
    expect(await mails()).toEqual([])
    await afterTenMinutes()
    expect((await mails()).map(({ text }) => /"\w+"/.exec(text)?.[0])).toEqual(['"Chair"'])
  })

  it('mentions a conversation once until it is read', async () => {
    const path = await openConversation(test, kofi)
    await say(kofi, path, 'Is it still there?')
    await passMinutes(test, 5)
    await say(kofi, path, 'Hello?')
    await passMinutes(test, 5)
    await sendDueNotifications(test)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Kofi Boateng: Hello?'])
    expect((await mails())[0]?.text).toContain('Kofi Boateng: Hello?')
    await say(kofi, path, 'Anybody there?')
    await afterTenMinutes()
    expect(await mails()).toHaveLength(1)
    await readConversation(ama, path, 3)
    await say(kofi, path, 'So?')
    await afterTenMinutes()
    expect(await mails()).toHaveLength(2)
  })

  it('waits after three mails per hour', async () => {
    for (const thing of ['Lamp', 'Chair', 'Table', 'Radio', 'Fan']) {
      await sellSomething(test, ama, thing)
      await afterTenMinutes()
    }
    expect(await mails()).toHaveLength(3)
    await test.db.deleteFrom('rate_limits').execute()
    await sendDueNotifications(test)
    const [last, ...before] = await mails()
    expect(before).toHaveLength(3)
    expect(last?.subject).toBe('2 new notifications')
  })

  it('lists the newest notifications and counts the others', async () => {
    for (let number = 0; number < 3; number++) await sellSomething(test, ama, `Lamp ${number}`)
    await sql`
      insert into notifications (user_id, type, content, mail_at)
      select ${PEOPLE.ama.id}, 'other', 'Older ' || n, now() from generate_series(1, 600) n`.execute(test.db)
    await afterTenMinutes()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toContain('And 480 more.')
    expect(mail?.text.match(/New Notification: /g)?.length).toBeLessThanOrEqual(20)
  })

  it('is sent once, even by three parallel checks', async () => {
    await sellSomething(test, ama, 'Lamp')
    await passMinutes(test, 10)
    await Promise.all([sendDueNotifications(test), sendDueNotifications(test), sendDueNotifications(test)])
    expect(await mails()).toHaveLength(1)
  })

  it('leaves out account notifications, which have their own mail', async () => {
    await signIn(test, 'ama')
    await afterTenMinutes()
    expect((await mails()).map(({ subject }) => subject)).toEqual(['New login to your account'])
    const { rows } = await sql`select type, in_app from notifications`.execute(test.db)
    expect(rows).toEqual([{ type: 'system', in_app: true }])
  })
})

describe('a person without digests', () => {
  it('gets none after turning mails off, even within the ten minutes', async () => {
    await save({ news: { ...PREFERENCES.news, sale: { inApp: true, push: true, email: false } } })
    await sellSomething(test, ama)
    await afterTenMinutes()
    await save({})
    await sellSomething(test, ama)
    await passMinutes(test, 9)
    await save({ email: false })
    await passMinutes(test, 1)
    await sendDueNotifications(test)
    await save({})
    await afterTenMinutes()
    expect(await mails()).toEqual([])
  })

  it('gets none at an unconfirmed address', async () => {
    await test.db
      .updateTable('accounts')
      .set({ email_verified_at: null })
      .where('id', '=', PEOPLE.ama.id)
      .execute()
    await sellSomething(test, ama)
    await afterTenMinutes()
    expect(await mails()).toEqual([])
    await sql`update accounts set email_verified_at = now()`.execute(test.db)
  })
})

describe('unsubscribing', () => {
  const links = () => unsubscribeLinks({ secrets: test.secrets, publicUrl: 'http://localhost:3000' })
  const address = () =>
    /<http:\/\/localhost:3000(.+)>/.exec(links().headersFor(PEOPLE.ama.id)['List-Unsubscribe'])?.[1]
  const client = () => createAnonymousClient(test.app)
  const readEmail = async () =>
    ((await (await ama.send('GET', '/api/account/preferences')).json()) as { email: boolean }).email

  it('is confirmed on a page that the mail links to, which changes nothing itself', async () => {
    await sellSomething(test, ama)
    await afterTenMinutes()
    const [mail] = await mails()
    const token = /Stop these e-mails: http:\/\/localhost:3000\/unsubscribe#token=([\w-]+)/.exec(
      mail?.text ?? '',
    )?.[1]
    expect(token).toBe(links().tokenFor(PEOPLE.ama.id))
    expect(mail?.html).toContain(`/unsubscribe#token=${token}"`)
    const looked = await client().send('GET', address() ?? '')
    expect(looked.status).toBe(302)
    expect(looked.headers.get('location')).toBe(links().pageFor(token ?? ''))
    expect(await readEmail()).toBe(true)
  })

  it('works by repeatable one-click requests without a session', async () => {
    for (let time = 0; time < 2; time++) {
      const response = await test.app.request(address() ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(response.status).toBe(200)
    }
    expect(await readEmail()).toBe(false)
    await sellSomething(test, ama)
    await afterTenMinutes()
    expect(await mails()).toEqual([])
  })

  it('is refused with a forged or mixed token', async () => {
    const token = links().tokenFor(PEOPLE.ama.id)
    const ofKofi = links().tokenFor(PEOPLE.kofi.id)
    const forged = [
      token.slice(0, 32) + ofKofi.slice(32),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.slice(0, 32),
      'nonsense',
    ]
    for (const each of forged)
      expect((await client().send('POST', `/api/unsubscribe/${each}`)).status).toBe(404)
    expect(await readEmail()).toBe(true)
  })

  it('succeeds without effect after the account is deleted', async () => {
    const token = links().tokenFor('01930000-0000-7000-8000-00000000dead')
    expect((await client().send('POST', `/api/unsubscribe/${token}`)).status).toBe(200)
  })
})
