import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeskActivity } from '#contract/moderation/cases/colleagues.ts'
import type { CaseCard } from '#contract/moderation/cases/cases.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { connectLive, createLiveApp, type LiveApp, type LiveClient, nextEvent } from '#testing/live/live.ts'
import { insertProduct } from '#testing/market/products.ts'
import { postgresBus } from '#server/platform/live/postgres-bus.ts'

/** Two processes of one site: Yaw is connected to one, Abena to the other. */
let one: LiveApp
let two: LiveApp
let kofi: TestClient
let yaw: TestClient
let abena: TestClient
let socket: LiveClient
let bystander: LiveClient
let productId: string

beforeAll(async () => {
  one = await createLiveApp({ bus: postgresBus })
  two = await createLiveApp({ bus: postgresBus, database: one.database, secrets: one.secrets })
  await insertAccounts(one.db)
  kofi = await signIn(one, 'kofi')
  yaw = await signInStaff(one, 'moderator')
  const { token } = await signInStaff(one, 'moderator', 'abena')
  abena = createAnonymousClient(two.app)
  abena.token = token
})
afterAll(async () => {
  await two.close()
  await one.close()
})
beforeEach(async () => {
  socket = await connectLive(two.url, abena.token)
  bystander = await connectLive(two.url, kofi.token)
  productId = await insertProduct(one.db)
})
afterEach(() => {
  socket.close()
  bystander.close()
})

const body = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as T
const report = () =>
  kofi.send('POST', '/api/reports', {
    target: { kind: 'product', id: productId },
    reason: 'fake',
    words: 'Look',
  })
async function openCase(): Promise<string> {
  await report()
  const { items } = await body<{ items: CaseCard[] }>(yaw.send('GET', '/api/moderation/cases'))
  return items.find(({ target }) => target.id === productId)?.id ?? ''
}
const changed = () => nextEvent(socket, 'desk.changed')
/** Events about the arrangement have arrived before those of the act. */
async function settled() {
  const round = changed()
  await sql`select pg_notify('desk_changed', '')`.execute(one.db)
  await round
}

describe('a moderator at another process', () => {
  it('is told of a new case', async () => {
    const told = changed()
    await report()
    expect(await told).toEqual({})
  })

  it('sees claims begin and end', async () => {
    const caseId = await openCase()
    await settled()
    const begun = changed()
    await yaw.send('PUT', `/api/moderation/cases/${caseId}/claim`)
    await begun
    const activity = await body<DeskActivity>(abena.send('GET', '/api/moderation/activity'))
    expect(activity.looking).toEqual([{ caseId, moderator: { id: STAFF.yaw.id, name: 'Yaw Darko' } }])
    const ended = changed()
    await yaw.send('DELETE', `/api/moderation/cases/${caseId}/claim`)
    await ended
    expect(await body(abena.send('GET', '/api/moderation/activity'))).toMatchObject({ looking: [] })
  })

  it('is told of notes, decisions and decisions that are taken back', async () => {
    const caseId = await openCase()
    await settled()
    const noted = changed()
    await yaw.send('POST', `/api/moderation/cases/${caseId}/notes`, { id: randomUUID(), text: 'Ask her' })
    await noted
    const decided = changed()
    const { id } = await body<{ id: string }>(
      yaw.send('POST', '/api/moderation/decisions', {
        target: { kind: 'product', id: productId },
        caseId,
        action: 'approve',
        rule: null,
        words: '',
        days: null,
        isUndoable: true,
      }),
    )
    await decided
    const undone = changed()
    await yaw.send('DELETE', `/api/moderation/decisions/${id}`)
    expect(await undone).toEqual({})
  })

  it('hears nothing of a renewed claim', async () => {
    const caseId = await openCase()
    const claim = () => yaw.send('PUT', `/api/moderation/cases/${caseId}/claim`)
    const listening = new pg.Client(one.database.url)
    await listening.connect()
    const heard: string[] = []
    listening.on('notification', ({ payload = '' }) => heard.push(payload))
    await listening.query('listen desk_changed')
    await claim()
    await claim()
    await sql`select pg_notify('desk_changed', 'end')`.execute(one.db)
    await expect.poll(() => heard).toContain('end')
    expect(heard).toEqual(['', 'end'])
    await listening.end()
  })

  it('shares nothing with people without a role', async () => {
    const heard: string[] = []
    bystander.onAny((event: string) => heard.push(event))
    const told = changed()
    await report()
    await told
    await bystander.emitWithAck('presence.unwatch', { conversationId: randomUUID() })
    expect(heard).toEqual([])
  })
})
