import { execFile } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSecrets } from '#server/platform/process/key-file.ts'
import { photoSigner } from '#server/platform/http/files/photo-signer.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { adminCommand } from '#testing/admin-command.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const NO_SETTING = { secret: { key: undefined } }

let test: TestApp
let dataDir: string

beforeAll(async () => {
  dataDir = createTemporaryFolder('sankofa-keys-')
  test = await createTestApp({ secrets: await loadSecrets({ ...NO_SETTING, dataDir }) })
  await insertAccounts(test.db)
})
afterAll(async () => {
  await test.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const admin = adminCommand(() => ({ databaseUrl: test.database.url, dataDir }))

const accountStatus = async (client: { send(method: string, path: string): Promise<Response> }) =>
  (await client.send('GET', '/api/account')).status

it('keeps sessions, addresses and second factors valid without a restart', async () => {
  const { secrets, db } = test
  const ama = await signIn(test, 'ama')
  const kofi = await signIn(test, 'kofi')
  const address = photoSigner(secrets, Date.now).sign('/photos/product-images/a/0123456789abcdef')
  const sealed = secrets.encrypt('totp', 'JBSWY3DPEHPK3PXP')
  const setSecret = db.updateTable('accounts').set({ totp_secret: sealed })
  await setSecret.where('id', '=', PEOPLE.esi.id).execute()
  const mailbox = secrets.digest('mailbox', PEOPLE.esi.email)
  const proof = secrets.digest('private-photos', 'a')

  const said = await admin('keys', 'rotate')
  expect(said).toContain('Second factors of 1 people')
  expect(said).toContain('Copy secret.key')
  expect(secrets.digest('private-photos', 'a')).not.toEqual(proof)
  expect(await accountStatus(ama)).toBe(200)
  expect((await kofi.send('POST', '/api/auth/refresh', {})).status).toBe(200)
  const rest = `${address.replace('/photos/private/', '')}-640.avif`
  expect(photoSigner(secrets, Date.now).open(rest)).toBeDefined()
  expect(secrets.digest('mailbox', PEOPLE.esi.email)).toEqual(mailbox)
  const row = await db
    .selectFrom('accounts')
    .select('totp_secret')
    .where('id', '=', PEOPLE.esi.id)
    .executeTakeFirstOrThrow()
  expect(row.totp_secret?.equals(sealed)).toBe(false)
  expect(secrets.decrypt('totp', row.totp_secret as Buffer)).toBe('JBSWY3DPEHPK3PXP')
  expect(await accountStatus(await signIn(test, 'ama'))).toBe(200)
})

it("rejects a leaked key's signatures and gives signed-in people new tokens", async () => {
  const ama = await signIn(test, 'ama')
  expect(await accountStatus(ama)).toBe(200)
  const address = photoSigner(test.secrets, Date.now).sign('/photos/product-images/a/0123456789abcdef')
  await admin('keys', 'rotate', 'leaked')
  expect(await accountStatus(ama)).toBe(401)
  const rest = `${address.replace('/photos/private/', '')}-640.avif`
  expect(photoSigner(test.secrets, Date.now).open(rest)).toBeUndefined()
  const refreshed = await ama.send('POST', '/api/auth/refresh', {})
  expect(refreshed.status).toBe(200)
  const { session } = (await refreshed.json()) as { session: { access_token: string } }
  ama.token = session.access_token
  expect(await accountStatus(ama)).toBe(200)
  const listed = (await admin('keys')).split('\n').filter((line) => line.startsWith('key '))
  expect(listed).toHaveLength(3)
  expect(listed[0]).toMatch(/only for stored hashes$/)
  expect(listed[2]).toMatch(/, signs$/)
})

it('names processes that still use the leaked key and refuses a folder without a site', async () => {
  const other = createTemporaryFolder('sankofa-keys-other-')
  const run = async (...words: string[]) => {
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: test.database.url,
      DATA_DIR: other,
      NODE_ENV: 'production',
    }
    return promisify(execFile)(process.execPath, ['scripts/admin.ts', ...words], {
      cwd: REPOSITORY,
      env,
    }).catch((error: { stderr: string }) => error)
  }
  for (const words of [['health'], ['sessions', 'end', 'all'], ['keys', 'rotate', 'leaked']])
    expect((await run(...words)).stderr).toMatch(
      /^DATA_DIR: no site has run in .*\nSet DATA_DIR to the folder of the running site/,
    )
  expect(readdirSync(other)).toEqual([])
  await loadSecrets({ ...NO_SETTING, dataDir: other })
  expect((await run('keys', 'rotate', 'leaked')).stderr).toMatch(
    /^Works on .*\nThese processes do not use the new key: \S+:\d+\. Do they run with DATA_DIR=/,
  )
  expect(await admin('keys', 'rotate')).toMatch(/^Confirmed by \S+:\d+$/m)
  rmSync(other, { recursive: true, force: true })
})
