import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Case, CaseCard } from '#contract/moderation/cases/cases.ts'
import { type Report, reportPicturePath } from '#contract/moderation/reports/reports.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { openPhotoFolder } from '#testing/pictures/photos.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { insertProduct } from '#testing/market/products.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'
import { forgetOldPictures } from './pictures.ts'

let kofi: TestClient
let picture: Uint8Array<ArrayBuffer>
let report: Report

const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ storage: folder.storage }))
beforeAll(async () => {
  await insertAccounts(test.db)
  picture = new Uint8Array(await plainPicture(64, 48).jpeg().toBuffer())
})
beforeEach(async () => {
  for (const table of ['rate_limits', 'cases'] as const) await test.db.deleteFrom(table).execute()
  kofi = await signIn(test, 'kofi')
  report = await reportBy(kofi)
})

async function reportBy(client: TestClient): Promise<Report> {
  const target = { kind: 'product', id: await insertProduct(test.db) }
  const sent = await client.send('POST', '/api/reports', { target, reason: 'prepayment', words: '' })
  return (await sent.json()) as Report
}

const put = async (client: TestClient, position: string, body: BodyInit = picture, reportId = report.id) =>
  (
    await test.app.request(reportPicturePath(reportId, position), {
      method: 'PUT',
      body,
      headers: client.token === undefined ? undefined : { Authorization: `Bearer ${client.token}` },
    })
  ).status

const ownReport = async () => {
  const { items } = (await (await kofi.send('GET', '/api/reports')).json()) as { items: Report[] }
  return items.find(({ id }) => id === report.id)
}
const ownPictures = async () => (await ownReport())?.pictures ?? []
const reportFiles = async () => (await folder.files()).filter((key) => key.startsWith('report-images/'))

it('report pictures are visible to the reporter and in the case by signed addresses only', async () => {
  expect([await put(kofi, '0'), await put(kofi, '2')]).toEqual([204, 204])
  expect(await ownReport()).toMatchObject({ title: 'Samsung Galaxy A54' })
  const [own] = await ownPictures()
  expect(await ownPictures()).toHaveLength(2)
  const yaw = await signInStaff(test, 'moderator')
  const queue = (await (await yaw.send('GET', '/api/moderation/cases')).json()) as { items: CaseCard[] }
  const read = await yaw.send('GET', `/api/moderation/cases/${queue.items[0]?.id}`)
  const { reportLines } = (await read.json()) as Case
  expect(reportLines[0]?.pictures).toHaveLength(2)
  expect(own?.src).toMatch(/^\/photos\/private\//)
  const [key] = await reportFiles()
  expect((await test.app.request(`${own?.src}-320.jpg`)).status).toBe(200)
  expect((await test.app.request(`/photos/${key}`)).status).toBe(404)
})

it('a report picture that is sent twice is stored once', async () => {
  expect([await put(kofi, '0'), await put(kofi, '0')]).toEqual([204, 204])
  expect(await ownPictures()).toHaveLength(1)
})

it('a report picture is refused from others, as a fourth one, after the decision, and if it is invalid', async () => {
  const esi = await signIn(test, 'esi')
  expect(await put(esi, '0')).toBe(404)
  expect(await put({ ...kofi, token: undefined }, '0')).toBe(401)
  for (const position of ['3', '-1', '1.5', 'x']) expect(await put(kofi, position), position).toBe(404)
  expect(await put(kofi, '0', picture, crypto.randomUUID())).toBe(404)
  expect(await put(kofi, '0', 'no picture')).toBe(422)
  await test.db.updateTable('reports').set({ outcome: 'upheld' }).where('id', '=', report.id).execute()
  expect(await put(kofi, '0')).toBe(404)
})

it('report pictures are deleted with the reporter’s account', async () => {
  const before = await reportFiles()
  const esi = await signIn(test, 'esi')
  expect(await put(esi, '0', picture, (await reportBy(esi)).id)).toBe(204)
  expect((await esi.send('POST', '/functions/v1/delete-user-account')).ok).toBe(true)
  await test.jobs.settled()
  expect(await reportFiles()).toEqual(before)
})

it('report pictures are deleted after two years', async () => {
  await put(kofi, '0')
  const long = new Date(Date.now() - 3 * 365 * 86_400_000).toISOString()
  await test.db.updateTable('report_pictures').set({ created_at: long }).execute()
  await forgetOldPictures(test)
  await test.jobs.settled()
  expect(await ownPictures()).toEqual([])
})
