import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { constants } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdCompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { spoolFolder } from '#server/platform/db/embedded/embedded-settings.ts'
import { withNotes } from '#server/platform/backup/files/file-notes.ts'
import { readBackupReport } from '#server/platform/backup/backup-report.ts'
import { openBackups } from '#server/platform/backup/repository/repository.ts'
import { readManifest, timeOf, writeManifest } from '#server/platform/backup/base/manifest.ts'
import { removeOld } from '#server/platform/backup/base/retention.ts'
import { putInPosition } from '#server/platform/backup/restore/moves.ts'
import { runBackups } from '#server/platform/backup/run-backups.ts'
import { createLog } from '#server/platform/process/log.ts'
import { openS3Storage } from '#server/platform/storage/s3-storage.ts'
import type { ListingStorage, Storage } from '#server/platform/storage/storage.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import type { S3Options } from '#server/platform/storage/s3-requests.ts'
import { startS3Server } from '#testing/services/s3-server.ts'
import { startVersionedBucket } from '#testing/services/versioned-bucket.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { backUp, verifyBackup } from './back-up.ts'
import { bringBack } from './bring-back.ts'
import { type Chosen, openChosen } from './chosen-backup.ts'
import { listBackups } from './list-backups.ts'

const SETTINGS = { fsync: 'off', shared_buffers: '16MB' }
const REPOSITORY = join(import.meta.dirname, '../..')
const KEY = randomBytes(32).toString('base64')

let folder: string
let postgres: EmbeddedPostgres
let files: ListingStorage
let photos: Storage

const at = (name: string) => join(folder, name)
const settings = (more: Record<string, string> = {}) => ({
  NODE_ENV: 'test',
  DATA_DIR: at('site'),
  BACKUP_DIR: at('backup'),
  ...more,
})

const query = async (url: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Runs the site with its backup. */
async function runSite(more: Record<string, string>) {
  const config = readConfig(settings(more))
  const site = { dataDir: at('site'), adminUrl: postgres.adminUrl, storage: files }
  return { config, runner: await runBackups(site, config.backup, createLog('silent')) }
}

const addPerson = (name: string) =>
  query(postgres.url, 'insert into profiles (full_name) values ($1)', [name])
const addPhoto = (name: string) => photos.put(`avatars/${name}.avif`, Buffer.from(`the face of ${name}`), '')

/** Commands as docs/operations/backup.md writes them, by script and first option, such as `restore --to`. */
function commandsAsWritten(): Map<string, string> {
  const page = readFileSync(join(REPOSITORY, 'docs/operations/backup.md'), 'utf8')
  const lines = page.matchAll(/^npm run (\S+)(?: -- (--\w+))?.*?(?=\s+#)/gm)
  return new Map(
    Array.from(lines, ([line, name, option]) => [[name, option].filter(Boolean).join(' '), line]),
  )
}

/** Runs a command of the document, with another moment in it. */
async function runAsWritten(name: string, more: Record<string, string> = {}, moment = ''): Promise<string> {
  const command = commandsAsWritten().get(name) ?? `There is no ${name}`
  const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(/'.*'/, `'${moment}'`)], {
    cwd: REPOSITORY,
    env: { ...process.env, ...settings(more) },
  })
  return stdout
}

/** A moment after everything written so far and before everything later, however coarse the clocks are. */
async function someMoment(): Promise<string> {
  const [row] = await query(postgres.url, 'select pg_sleep(0.01), clock_timestamp() as now, pg_sleep(0.01)')
  return new Date(row?.['now'] as Date).toISOString()
}

/** Names of the people and pictures in a restored folder. */
async function found(dataDir: string) {
  const server = await startEmbedded({ dataDir, settings: SETTINGS })
  const rows = await query(server.url, 'select full_name from profiles order by full_name')
  await server.stop()
  const pictures = readdirSync(join(dataDir, 'photos/avatars')).toSorted()
  return { people: rows.map((row) => row['full_name']), pictures }
}

async function run(work: (say: (line: string) => void) => Promise<void>): Promise<string> {
  const lines: string[] = []
  await work((line) => lines.push(line)).catch((error: Error) => lines.push(error.message))
  return lines.join('\n')
}
const backup = (more = {}) => run((say) => backUp(readConfig(settings(more)), say))
interface From extends Chosen {
  to?: string
}

const restore = (target: string, more: Record<string, string> = {}, { to, ...chosen }: From = {}) =>
  run(async (say) => {
    const config = readConfig(settings({ DATA_DIR: at(target), ...more }))
    await bringBack(config, { chosen: await openChosen(config, chosen), to }, say)
  })

beforeAll(async () => {
  folder = createTemporaryFolder('sankofa-drill-')
  postgres = await startEmbedded({
    dataDir: at('site'),
    // Connections of a site with many processes.
    settings: { ...SETTINGS, max_connections: '300' },
    archive: spoolFolder(at('site')),
  })
  await prepareDatabase(postgres.url)
  files = await openDiskStorage(at('site/photos'))
  photos = await withNotes(files, at('site'))
  writeFileSync(at('site/secret.key'), 'the key')
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

it("restores rows, pictures and key of a running site's backup and moves the old data aside", async () => {
  await addPerson('Ama')
  await addPhoto('ama')
  expect(await runAsWritten('backup')).toMatch(/^Backed up \d+ rows .* and 1 files/m)
  expect(await runAsWritten('backup --verify')).toMatch(
    /^The backup is complete: \d+ rows[^]*\n0 pictures and all \d files/m,
  )
  expect(await runAsWritten('backup --list')).toMatch(/^20\S+Z {2}\d+ rows, .* 1 files; every moment since/m)
  await addPerson('Later')
  mkdirSync(at('newest/restoring-interrupted'), { recursive: true })
  mkdirSync(at('newest/lost+found'))
  writeFileSync(at('newest/secret.key'), 'a former key')
  expect(await restore('newest')).toMatch(/^Restoring[^]*The previous content of [^]*Restored to 20/)
  expect(await found(at('newest'))).toEqual({ people: ['Ama'], pictures: ['ama.avif'] })
  expect(readFileSync(at('newest/photos/avatars/ama.avif'), 'utf8')).toBe('the face of ama')
  expect(readFileSync(at('newest/secret.key'), 'utf8')).toBe('the key')
  expect(readdirSync(at('newest'))).not.toContain('restoring-interrupted')
  const former = readdirSync(at('newest')).find((name) => name.startsWith('before-restore-'))
  expect(readdirSync(at(`newest/${former}`))).toEqual(['secret.key'])
  expect(existsSync(at('newest/lost+found'))).toBe(true)
}, 60_000)

it('refuses to back up an unused folder and creates none', async () => {
  expect(await backup({ DATA_DIR: at('nowhere') })).toMatch(/^DATA_DIR: no site has run in .*nowhere/)
  expect(existsSync(at('nowhere'))).toBe(false)
})

it('refuses a backup folder within DATA_DIR, even by a link, before changing anything', async () => {
  mkdirSync(at('links'))
  symlinkSync(at('site'), at('links/site'))
  const own = { BACKUP_DIR: at('links/site/backups') }
  const refusal = /^BACKUP_DIR: .*links\/site\/backups and DATA_DIR \(.*\) contain each other/
  for (const said of [await backup(own), await verification(own), await restore('site', own)])
    expect(said).toMatch(refusal)
  expect(existsSync(at('site/backups'))).toBe(false)
})

it('refuses to make a base in only one copy', async () => {
  const env = { ...process.env, ...settings() }
  const command = promisify(execFile)(process.execPath, ['scripts/backup.ts', '--second'], {
    cwd: REPOSITORY,
    env,
  })
  await expect(command).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      '\n--second goes with --list or --verify. npm run backup fills every copy.\n',
    ) as string,
  })
})

it('does not restore over a running site', async () => {
  expect(await restore('site')).toContain('in use by another running copy')
})

it('reports what cannot be moved aside before it restores, and changes nothing', async () => {
  mkdirSync(at('divided/photos'), { recursive: true })
  mkdirSync(at('divided/postgres'))
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', at('divided/photos')])
  onTestFinished(() => void execFileSync('umount', ['-l', at('divided/photos')]))
  expect(await restore('divided')).toMatch(/^\S+divided\/photos cannot be moved \(it is a disk of its own\)/)
  expect(readdirSync(at('divided')).toSorted()).toEqual(['in-use.lock', 'photos', 'postgres'])
})

it('keeps the restored data and names its folder if it cannot be moved into place', async () => {
  const made = at('unmovable/restoring-1')
  for (const name of ['postgres', 'photos']) mkdirSync(join(made, name), { recursive: true })
  mkdirSync(at('unmovable/photos'))
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', join(made, 'photos')])
  onTestFinished(() => void execFileSync('umount', ['-l', join(made, 'photos')]))
  await expect(putInPosition(at('unmovable'), made)).rejects.toThrow(`What was restored is in ${made}`)
  expect(readdirSync(made).toSorted()).toEqual(['photos', 'postgres'])
  expect(readdirSync(at('unmovable')).toSorted()).toEqual(['photos', 'restoring-1'])
})

it('a half-moved restore blocks the site until another restore finishes', async () => {
  const move = { former: 'before-restore-1', ready: 'restoring-1', restored: ['postgres'] }
  mkdirSync(at('half-moved/before-restore-1/photos'), { recursive: true })
  writeFileSync(at('half-moved/restore-under-way'), JSON.stringify(move))
  await expect(startEmbedded({ dataDir: at('half-moved') })).rejects.toThrow('Run npm run restore again')
  expect(existsSync(at('half-moved/postgres'))).toBe(false)
  expect(await restore('half-moved')).toMatch(/^Put back what an interrupted restore had moved\n/)
  expect((await found(at('half-moved'))).people).toEqual(['Ama'])
})

it("a restore by root belongs to the folder's owner", async () => {
  const owner = 65_534
  mkdirSync(at('owned/photos'), { recursive: true })
  for (const name of ['owned', 'owned/photos']) chownSync(at(name), owner, owner)
  expect(await restore('owned')).toContain('Restored to 20')
  const others = globSync('**', { cwd: at('owned') }).filter(
    (name) => statSync(at(`owned/${name}`)).uid !== owner,
  )
  expect(others).toEqual([])
})

it('restores after a crash, also over a database that a killed site left running', async () => {
  mkdirSync(at('crashed/postgres'), { recursive: true })
  // The file names a running server of another folder.
  cpSync(at('site/postgres/postmaster.pid'), at('crashed/postgres/postmaster.pid'))
  expect(await restore('crashed')).toContain('Restored to 20')
  expect(await query(postgres.url, 'select 1 as runs')).toEqual([{ runs: 1 }])
  const module = JSON.stringify(join(REPOSITORY, 'server/platform/db/embedded/embedded.ts'))
  const owner = spawn(process.execPath, [
    '-e',
    `import(${module}).then(({ startEmbedded }) => startEmbedded({ dataDir: ${JSON.stringify(at('crashed'))} })).then(() => setInterval(() => console.log('runs'), 100))`,
  ])
  await once(owner.stdout, 'data')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  expect(await restore('crashed')).toMatch(
    /^Stopped the database that an earlier run left behind[^]*Restored to 20/,
  )
  expect((await found(at('crashed'))).people).toEqual(['Ama'])
}, 60_000)

it('a key encrypts everything, and a wrong key gets one plain line', async () => {
  await addPerson('Secret Esi')
  await addPhoto('esi')
  await backup({ BACKUP_KEY: KEY })
  const other = randomBytes(32).toString('base64')
  expect(await restore('no', { BACKUP_KEY: other })).toBe(
    `BACKUP_KEY: it is not the key of the backup in ${at('backup')}.`,
  )
  await restore('sealed', { BACKUP_KEY: KEY })
  expect((await found(at('sealed'))).people).toContain('Secret Esi')
  const root = readdirSync(at('backup')).find((name) => name.startsWith('sealed-')) ?? ''
  const picture = at(`backup/${root}/files/avatars/esi.avif`)
  const bytes = readFileSync(picture)
  expect(bytes.includes('the face')).toBe(false)
  bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30)
  writeFileSync(picture, bytes)
  expect(await restore('tampered', { BACKUP_KEY: KEY })).toMatch(
    /^Damaged in the backup and not restored:\n {2}files\/avatars\/esi\.avif in the backup is damaged or was changed\.\nRestored to/m,
  )
  const { people, pictures } = await found(at('tampered'))
  expect(people).toContain('Secret Esi')
  expect(pictures).not.toContain('esi.avif')
})

describe('a damaged file', () => {
  let whole: string
  /** The last file of the log, with the newest changes. */
  let endOfLog: string
  const logFiles = () => globSync('log/*/*.zst', { cwd: join(whole, 'plain') }).toSorted()
  beforeAll(async () => {
    whole = at('to-damage')
    const own = { BACKUP_DIR: whole }
    const { runner } = await runSite(own)
    await runner.update()
    await addPhoto('first')
    await addPerson('First')
    await runner.update()
    await backup(own)
    const before = logFiles()
    await addPhoto('second')
    await addPerson('Second')
    await runner.update()
    await runner.close()
    endOfLog = logFiles().find((name) => !before.includes(name)) ?? ''
  })

  const BOTH = { people: ['First', 'Second'], pictures: ['first.avif', 'second.avif'] }
  const WITHOUT_PICTURE = { ...BOTH, pictures: ['first.avif'] }

  it.each([
    ['the newest base', 'bases/*/postgres.tar.zst', BOTH],
    ['the list of its files', 'bases/*/files.tsv.zst', BOTH],
    ['its manifest', 'bases/*/manifest.json', BOTH],
    ['the end of the log', '', { people: ['First'], pictures: ['first.avif'] }],
    ['the newest notes of files', 'file-notes/*.zst', WITHOUT_PICTURE],
    ['a picture', 'files/avatars/second.avif', WITHOUT_PICTURE],
  ])(
    'loses only its own content: %s',
    async (what, pattern, expected) => {
      const copy = at(`damaged ${what}`)
      cpSync(whole, copy, { recursive: true })
      const root = join(copy, 'plain')
      const [newest = endOfLog] = globSync(pattern, { cwd: root }).toSorted().toReversed()
      damageFile(join(root, newest))
      const own = { BACKUP_DIR: copy }
      expect(await restore(`from ${what}`, own)).toMatch(
        /^Damaged in the backup and not restored:\n {2}\S+ in the backup is damaged/m,
      )
      const { people, pictures } = await found(at(`from ${what}`))
      expect(people.filter((name) => BOTH.people.includes(String(name)))).toEqual(expected.people)
      expect(pictures.filter((name) => BOTH.pictures.includes(name))).toEqual(expected.pictures)
      // The damaged file does not block the next base either.
      expect(await backup(own)).toMatch(/^Backed up/)
    },
    60_000,
  )

  it('is noticed in a base with the content of another file, which tar cannot read', async () => {
    const copy = at('damaged archive')
    cpSync(whole, copy, { recursive: true })
    const [newest = ''] = globSync('plain/bases/*/postgres.tar.zst', { cwd: copy }).toSorted().toReversed()
    writeFileSync(join(copy, newest), zstdCompressSync(Buffer.alloc(100_000, 'no archive')))
    expect(await restore('from another archive', { BACKUP_DIR: copy })).toMatch(
      /^Damaged in the backup and not restored:\n {2}\S+postgres\.tar\.zst in the backup is damaged/m,
    )
  }, 60_000)
})

it('a running site keeps its backup complete, so that any moment can be restored', async () => {
  const own = { BACKUP_DIR: at('continuous') }
  const { runner } = await runSite(own)
  await runner.update()
  await addPhoto('before')
  await addPerson('Before')
  const moment = await someMoment()
  await addPhoto('after')
  await addPerson('After')
  await runner.update()
  await photos.remove('avatars/before.avif')
  await addPerson('Last')
  await runner.update()
  expect(await readBackupReport(readConfig(settings(own)))).toMatchObject({
    problem: null,
    coveredUntil: expect.any(String) as string,
  })
  await runner.close()
  await addPerson('Not shipped yet')
  await fillSpool()
  await backup(own)
  const listed = await run(async (say) => listBackups(await openChosen(readConfig(settings(own))), say))
  expect(listed).toMatch(/; every moment up to 20\S+Z so far\n.*; every moment since, up to 20\S+Z$/)
  await runAsWritten('restore --to', { ...own, DATA_DIR: at('then') }, moment)
  const then = await found(at('then'))
  expect(then.people).toContain('Before')
  expect(then.people).not.toContain('After')
  expect(then.pictures).toContain('before.avif')
  expect(then.pictures).not.toContain('after.avif')
  await runAsWritten('restore', { ...own, DATA_DIR: at('now') })
  const now = await found(at('now'))
  expect(now.people).toEqual(expect.arrayContaining(['Before', 'After']))
  expect(now.pictures).toContain('after.avif')
  expect(now.pictures).not.toContain('before.avif')
}, 60_000)

it('a site that stops leaves a backup of everything until then', async () => {
  const own = { BACKUP_DIR: at('stopped') }
  const { runner } = await runSite(own)
  await runner.update()
  await addPhoto('last')
  await addPerson('At the last moment')
  await runner.close()
  await restore('stopped-site', own)
  const { people, pictures } = await found(at('stopped-site'))
  expect(people).toContain('At the last moment')
  expect(pictures).toContain('last.avif')
})

it('a key added after the base is restored for later moments but not for earlier ones', async () => {
  const own = { BACKUP_DIR: at('rotated') }
  const { config, runner } = await runSite(own)
  await runner.update()
  await addPerson('Under the first key')
  const moment = await someMoment()
  writeFileSync(at('site/secret.key'), 'the key and another')
  await addPerson('Under the second key')
  await runner.update()
  await runner.close()
  const keyOf = (name: string) => readFileSync(at(`${name}/secret.key`), 'utf8')
  await restore('rotated-now', own)
  expect(keyOf('rotated-now')).toBe('the key and another')
  await restore('rotated-then', own, { to: moment })
  expect(keyOf('rotated-then')).toBe('the key')
  const [copy = ''] = readdirSync(at('rotated/plain/keys')).toSorted().slice(-1)
  writeFileSync(at(`rotated/plain/keys/${copy}`), 'another')
  expect(await restore('rotated-damaged', own)).toContain(
    `keys/${copy} in the backup is damaged or was changed. Without the key everybody has to log in again`,
  )
  expect(existsSync(at('rotated-damaged/secret.key'))).toBe(false)
  // After the retention period only the oldest base's own key is needed.
  await backup(own)
  const repository = await openBackups(config.backup)
  await removeOld(repository, 1, Date.now() + 30 * 24 * 60 * 60 * 1000)
  expect(readdirSync(at('rotated/plain/bases'))).toHaveLength(1)
  expect(existsSync(at('rotated/plain/keys')) ? readdirSync(at('rotated/plain/keys')) : []).toEqual([])
  await restore('rotated-later', own)
  expect(keyOf('rotated-later')).toBe('the key and another')
}, 60_000)

const verification = (more = {}, chosen: Chosen = {}) =>
  run(async (say) => {
    const config = readConfig(settings(more))
    await verifyBackup(config, await openChosen(config, chosen), say)
  })

it('a verification reads every picture and names wrong ones', async () => {
  const own = { BACKUP_DIR: at('verified') }
  await addPhoto('named')
  await query(
    postgres.url,
    `insert into profiles (full_name, avatar_url) values ('Named', '/photos/avatars/named')`,
  )
  await photos.put('avatars/named-96.avif', Buffer.from('small'), '')
  await backup(own)
  rmSync(at('verified/plain/files/avatars/ama.avif'))
  writeFileSync(at('verified/plain/files/avatars/named-96.avif'), 'other')
  const complaint = await verification(own)
  expect(complaint).toContain('files/avatars/ama.avif is missing in the backup.')
  expect(complaint).toContain('files/avatars/named-96.avif differs from what was stored.')
})

it("another database's backup is not touched, and an interrupted base does not count", async () => {
  const own = { BACKUP_DIR: at('half') }
  await backup(own)
  const [stamp] = readdirSync(at('half/plain/bases'))
  const repository = await openBackups(readConfig(settings(own)).backup)
  await writeManifest(repository, { ...(await readManifest(repository, stamp ?? '')), system: '1' })
  expect(await backup(own)).toContain('it contains the backup of another database')
  rmSync(at(`half/plain/bases/${stamp}/manifest.json`))
  expect(await restore('never', own)).toBe(`BACKUP_DIR: there is no complete backup in ${at('half')} yet.`)
})

it('the drill restores after every kind of failure in its own folder and reports failures', async () => {
  const own = { BACKUP_DIR: at('drilled') }
  await backup(own)
  const names = () => globSync('**/*', { cwd: at('drilled') }).toSorted()
  const before = names()
  mkdirSync(at('site/drilling-killed/elsewhere'), { recursive: true })
  const said = await runAsWritten('drill', own)
  expect(said).toMatch(/^The machine is lost: the base of 20\S+ with later data up to 20\S+, and \d+ files /m)
  expect(said).toMatch(/^Back to a moment: as it was at 20/m)
  expect(said).toMatch(/^A file of the backup is damaged: without files\//m)
  expect(said).toMatch(/^After a crash: over a site that was killed/m)
  expect(said).toMatch(/^The disk is full: (refused on a disk of|not tried: only root)/m)
  expect(said).toMatch(/^Every step succeeded\.$/m)
  expect(names()).toEqual(before)
  expect(readdirSync(at('site')).filter((name) => name.startsWith('drilling-'))).toEqual([])
  await backup(own)
  const [oldest = ''] = globSync('plain/bases/*/postgres.tar.zst', {
    cwd: at('drilled'),
  }).toSorted()
  writeFileSync(at(`drilled/${oldest}`), 'ha')
  const failed = await runAsWritten('drill', own).catch((error: { stdout: string }) => error.stdout)
  expect(failed).toMatch(
    /^A file of the backup is damaged: FAILED after .*: No base of the backup can be used/m,
  )
  expect(failed).toMatch(/^1 of 5 steps failed\.$/m)
}, 120_000)

it('an interrupted drill leaves nothing, and one without enough space does not start', async () => {
  const own = settings({ BACKUP_DIR: at('interrupted-drill') })
  await backup(own)
  mkdirSync(at('scratch'))
  const start = () =>
    spawn(process.execPath, ['scripts/drill.ts', '--scratch', at('scratch')], {
      cwd: REPOSITORY,
      env: { ...process.env, ...own },
    })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const drill = start()
    const ended = once(drill, 'close')
    await expect
      .poll(() => globSync('drilling-*/elsewhere/restoring-*/postgres', { cwd: at('scratch') }))
      .not.toEqual([])
    drill.kill(signal)
    expect(await ended).toEqual([128 + constants.signals[signal], null])
    expect(readdirSync(at('scratch'))).toEqual([])
  }
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', at('scratch')])
  onTestFinished(() => void execFileSync('umount', ['-l', at('scratch')]))
  const small = start()
  small.stderr.setEncoding('utf8')
  expect(await textOf(small.stderr)).toMatch(
    /\nThe drill needs \S+ MB in \S+, which has 1\S+ MB\. --scratch names/,
  )
})

it('only data that no retained moment needs is removed', async () => {
  const own = { BACKUP_DIR: at('old') }
  const repository = await openBackups(readConfig(settings(own)).backup)
  await addPhoto('gone-early')
  await backup(own)
  await photos.remove('avatars/gone-early.avif')
  await addPhoto('gone-late')
  await backup(own)
  await photos.remove('avatars/gone-late.avif')
  await backup(own)
  const tomorrow = (days: number) => Date.now() + days * 24 * 60 * 60 * 1000
  await removeOld(repository, 14, tomorrow(13))
  expect(readdirSync(at('old/plain/bases'))).toHaveLength(3)
  const [, second] = readdirSync(at('old/plain/bases'))
  const limit = timeOf(second ?? '').getTime()
  await removeOld(repository, 14, limit + 14 * 24 * 60 * 60 * 1000)
  expect(readdirSync(at('old/plain/bases'))).toHaveLength(2)
  const pictures = readdirSync(at('old/plain/files/avatars'))
  expect(pictures).not.toContain('gone-early.avif')
  expect(pictures).toContain('gone-late.avif')
  await removeOld(repository, 14, tomorrow(30))
  expect(readdirSync(at('old/plain/files/avatars'))).not.toContain('gone-late.avif')
  expect(await verification(own)).toContain('The backup is complete')
})

/** Files of the log that wait for the backup. */
const waiting = () => readdirSync(spoolFolder(at('site'))).filter((name) => /^[\dA-F]{24}$/.test(name))

/** Makes the server finish a file of its log. */
async function fillSpool(): Promise<void> {
  await query(postgres.adminUrl, 'select pg_switch_wal()')
  await expect.poll(waiting).not.toEqual([])
}

it('the site survives a missing backup disk, loses nothing, and closes a gap in the log by a new base', async () => {
  const own = { BACKUP_DIR: at('mounted/backup') }
  const { config, runner } = await runSite(own)
  await runner.update()
  expect((await readBackupReport(config))?.problem).toMatch(/^BACKUP_DIR: .* cannot be used \(ENOENT\)/)
  await addPerson('Meanwhile')
  mkdirSync(at('mounted'))
  await runner.update()
  expect((await readBackupReport(config))?.problem).toBeNull()
  renameSync(at('mounted'), at('unmounted'))
  await addPerson('While it was away')
  await fillSpool()
  await runner.update()
  expect(waiting()).not.toEqual([])
  renameSync(at('unmounted'), at('mounted'))
  await runner.update()
  expect(waiting()).toEqual([])
  expect(readdirSync(at('mounted/backup/plain/bases'))).toHaveLength(1)
  await addPerson('In the hole')
  await fillSpool()
  for (const name of waiting()) rmSync(join(spoolFolder(at('site')), name))
  await addPerson('After the hole')
  await runner.update()
  await runner.close()
  expect(readdirSync(at('mounted/backup/plain/bases'))).toHaveLength(2)
  await restore('back', own)
  const names = ['Meanwhile', 'While it was away', 'In the hole', 'After the hole']
  expect((await found(at('back'))).people).toEqual(expect.arrayContaining(names))
})

const bucketAddress = ({ endpoint, accessKeyId, secretAccessKey }: S3Options, bucket: string) =>
  `${endpoint.replace('http:', 's3+http:').replace('//', `//${accessKeyId}:${secretAccessKey}@`)}/${bucket}`

it("a bucket's pictures are restored into it, and a bucket can hold the backup", async () => {
  const server = await startS3Server()
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.options
  const own = {
    BACKUP_DIR: bucketAddress(server.options, 'backups'),
    BACKUP_KEY: KEY,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const storage = await openS3Storage(server.options)
  const KEYS = ['avatars/one-96.avif', 'avatars/two-96.avif']
  for (const key of KEYS) await storage.put(key, Buffer.from(key), 'image/avif')
  expect(await backup(own)).toContain('and 2 files')
  await storage.remove('avatars/one-96.avif')
  expect(await restore('with-bucket', { ...own, BACKUP_KEY: randomBytes(32).toString('base64') })).toBe(
    `BACKUP_KEY: it is not the key of the backup in ${endpoint}/backups.`,
  )
  expect(await restore('with-bucket', own)).toContain('with 2 files')
  const picture = await storage.read('avatars/one-96.avif')
  expect(picture?.contentType).toBe('image/avif')
  expect(await new Response(picture?.stream).text()).toBe('avatars/one-96.avif')
  await server.close()
})

it('a thief with the key of a versioned bucket cannot delete anything permanently', async () => {
  const server = await startVersionedBucket()
  const own = { BACKUP_DIR: bucketAddress(server.options, 'versioned') }
  await addPhoto('before-theft')
  await addPerson('Before the theft')
  expect(await backup(own)).toMatch(/^Backed up/)
  const moment = await someMoment()
  const stolen = await openS3Storage(server.options)
  for await (const key of stolen.list(''))
    if (key.includes('manifest')) await stolen.put(key, Readable.from([Buffer.from('ha')]), '')
    else await stolen.remove(key)
  expect(await restore('robbed', own)).toContain('in the backup is damaged or was changed')
  expect(await restore('as-before', own, { 'bucket-at': moment })).toContain('Restored to 20')
  const { people, pictures } = await found(at('as-before'))
  expect(people).toContain('Before the theft')
  expect(pictures).toContain('before-theft.avif')
  expect(await verification(own, { 'bucket-at': moment })).toContain('The backup is complete')
  expect(await restore('too-early', own, { 'bucket-at': '2020-01-01 08:00' })).toContain(
    'there was no complete backup',
  )
  expect(await restore('no', {}, { 'bucket-at': moment })).toContain('only a bucket has versions')
  await server.close()
}, 60_000)

it('a second copy equals the first, survives its damage and loss, and delays nothing', async () => {
  const own = { BACKUP_DIR: at('first'), BACKUP_SECOND_DIR: at('other-disk/second') }
  const { config, runner } = await runSite(own)
  await addPerson('Kept twice')
  await addPhoto('kept-twice')
  await runner.update()
  const report = () => readBackupReport(config)
  expect(await report()).toMatchObject({
    problem: null,
    secondUntil: null,
    secondProblem: expect.stringMatching(/^BACKUP_SECOND_DIR: .* cannot be used \(ENOENT\)/) as string,
  })
  await runner.close()
  mkdirSync(at('other-disk'))
  const { runner: again } = await runSite(own)
  await again.update()
  await addPerson('Later as well')
  await again.update()
  expect(await report()).toMatchObject({
    secondUntil: expect.any(String) as string,
    secondProblem: null,
    sharesDisk: true,
    secondSharesDisk: true,
  })
  const namesIn = (name: string) => globSync('plain/**/*.*', { cwd: at(name) }).toSorted()
  expect(namesIn('other-disk/second')).toEqual(namesIn('first'))
  // The second copy's disk is not mounted.
  renameSync(at('other-disk/second'), at('unmounted-second'))
  mkdirSync(at('other-disk/second'))
  await again.update()
  expect((await report())?.secondProblem).toMatch(/^BACKUP_SECOND_DIR: .* is empty/)
  await again.close()
  rmSync(at('other-disk/second'), { recursive: true })
  renameSync(at('unmounted-second'), at('other-disk/second'))
  rmSync(at('first'), { recursive: true })
  expect(await verification(own, { second: true })).toContain('The backup is complete')
  expect(await restore('from-second', own, { second: true })).toContain('Restored to 20')
  const { people, pictures } = await found(at('from-second'))
  expect(people).toEqual(expect.arrayContaining(['Kept twice', 'Later as well']))
  expect(pictures).toContain('kept-twice.avif')
  expect(await backup(own)).toContain('The second copy in')
}, 60_000)

/** Changes a byte in the middle of a file. */
function damageFile(file: string): void {
  const bytes = readFileSync(file)
  const middle = bytes.byteLength >> 1
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle)
  writeFileSync(file, bytes)
}

it('changes after each restore can be restored from either copy', async () => {
  const own = { BACKUP_DIR: at('branched'), BACKUP_SECOND_DIR: at('branched-second') }
  /** Runs the restored site for a while. Returns a moment after a person joined. */
  async function live(name: string): Promise<string> {
    const dataDir = at(name)
    const server = await startEmbedded({ dataDir, settings: SETTINGS, archive: spoolFolder(dataDir) })
    const storage = await openDiskStorage(join(dataDir, 'photos'))
    const { backup: config } = readConfig(settings({ ...own, DATA_DIR: dataDir }))
    const runner = await runBackups(
      { dataDir, adminUrl: server.adminUrl, storage },
      config,
      createLog('silent'),
    )
    await runner.update()
    await query(server.url, 'insert into profiles (full_name) values ($1)', [name])
    const moment = await someMoment()
    await runner.update()
    expect(await readBackupReport(readConfig(settings({ ...own, DATA_DIR: dataDir })))).toMatchObject({
      problem: null,
      secondProblem: null,
    })
    await runner.close()
    await server.stop()
    return moment
  }
  await addPhoto('branched')
  await backup(own)
  const before = await someMoment()
  await restore('one', own, { second: true })
  const moment = await live('one')
  await restore('two', own, { to: before })
  await live('two')
  // Two files are not needed: the history of the base's own timeline, and the start of the next base.
  const root = at('branched/plain')
  const [history = ''] = globSync('log/*/00000002.history.zst', { cwd: root })
  const manifest = globSync('bases/*/manifest.json', { cwd: root }).toSorted().at(-1) ?? ''
  for (const name of [history, manifest]) damageFile(join(root, name))
  expect(await restore('back', own, { to: moment })).toContain(`${history} in the backup is damaged`)
  const { people } = await found(at('back'))
  expect(people).toContain('one')
  expect(people).not.toContain('two')
  expect(globSync('log/*/*.history.zst', { cwd: root }).map((name) => name.slice(-20))).toEqual(
    ['00000002', '00000003', '00000004'].map((name) => `${name}.history.zst`),
  )
}, 120_000)

it("the command names the tools for an external database's backup", async () => {
  const own = { DATABASE_URL: postgres.url }
  for (const said of [await backup(own), await restore('elsewhere', own)])
    expect(said).toMatch(
      /^DATABASE_URL: the site does not back up [^]*pg_dump version \d+[^]*pg_restore --clean/,
    )
})
