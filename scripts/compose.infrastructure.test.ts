import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readSettings, SETTINGS } from '#server/config/settings.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { CREATE_SLOT } from '#testing/streaming-replica.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'

interface Service {
  image?: string
  stop_grace_period?: string
  environment?: Record<string, string>
  command?: string[]
  volumes?: string[]
  configs?: { source: string; target: string }[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
  logging?: { options: Record<string, string> }
}
interface Compose {
  services: Record<string, Service>
  configs?: Record<string, { content: string }>
  volumes: Record<string, null>
}

const repository = join(import.meta.dirname, '..')
const readCompose = (path: string) =>
  parse(
    readFileSync(join(repository, path), 'utf8').replaceAll(/\$\{POSTGRES_PASSWORD[^}]*\}/g, 'abc123'),
  ) as Compose
const one = readCompose('compose.yaml')
const several = readCompose('deploy/compose.several.yaml')
const services = [...Object.entries(one.services), ...Object.entries(several.services)]
const { replica, database } = several.services

const folder = createTemporaryFolder('sankofa-compose-')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the compose files', () => {
  it.each([
    ['compose.yaml', one],
    ['deploy/compose.several.yaml', several],
  ])('%s uses known settings with valid values', (_, { services: { app } }) => {
    const set = app?.environment ?? {}
    expect(Object.keys(set).filter((name) => !(name in SETTINGS))).toEqual([])
    expect(readSettings(set).problems).toEqual([])
  })

  it('compose.yaml leaves the choice of the backup folder to the operator', () => {
    expect(one.services.app?.environment?.['BACKUP_DIR']).toBe('${BACKUP_DIR:-/backup/sankofa}')
  })

  it('every service and volume that is referred to exists', () => {
    const volumes = Object.keys({ ...one.volumes, ...several.volumes })
    for (const [name, service] of services) {
      for (const needed of Object.keys(service.depends_on ?? {}))
        expect(
          services.some(([other, { healthcheck }]) => other === needed && healthcheck),
          `${name} waits for ${needed}`,
        ).toBe(true)
      expect(
        (service.volumes ?? []).filter((volume) => !volumes.includes(volume.split(':')[0] ?? '')),
      ).toEqual([])
    }
  })

  it('the log of every container is limited', () => {
    // The other file extends the first one's app.
    const own = services.filter(([, service]) => service !== several.services.app)
    for (const [name, { logging }] of own)
      expect(logging?.options, name).toEqual({ 'max-size': '20m', 'max-file': '5' })
  })

  it('the site has a minute to stop, and its data outlives the container', () => {
    // Docker otherwise kills it after ten seconds, with its database.
    const { app } = one.services
    expect(app?.stop_grace_period).toBe('60s')
    const mounted = (app?.volumes ?? []).map((volume) => volume.split(':')[1])
    expect(mounted).toContain(app?.environment?.['DATA_DIR'])
    expect(mounted).toContain('/backup')
  })

  it('the database and its replica have the same PostgreSQL', () => {
    expect(replica?.image).toBe(database?.image)
    expect(replica?.volumes?.[0]?.split(':')[1]).toBe(database?.volumes?.[0]?.split(':')[1])
  })
})

describe('the replica of deploy/compose.several.yaml', () => {
  const script = replica?.command?.[2]?.replaceAll('$$', '$') ?? ''

  it('starts by a valid bash script with the slot of the manual', () => {
    expect(replica?.command?.slice(0, 2)).toEqual(['bash', '-euc'])
    expect(spawnSync('bash', ['-n', '-c', script], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
    expect(script).toContain(CREATE_SLOT)
    expect(script).toContain('--slot=replica')
  })

  it('copies the database once, and again after an interrupted copy', () => {
    const data = join(folder, 'data')
    const tools = {
      psql: 'echo slot',
      // pg_basebackup stand-in: writes into a folder that does not exist yet.
      pg_basebackup:
        'to="${1#--pgdata=}"; mkdir "$to"; test -z "${CUT:-}" || exit 1; echo 18 > "$to/PG_VERSION"',
      postgres: 'echo "serves $(cat "$PGDATA/PG_VERSION")"',
    }
    for (const [name, text] of Object.entries(tools)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
      chmodSync(join(folder, name), 0o755)
    }
    const start = (more: Record<string, string> = {}) => {
      const env = { PATH: `${folder}:${process.env.PATH}`, PGDATA: data, PRIMARY: 'host=database', ...more }
      const { status, stdout } = spawnSync('bash', ['-euc', script], { env, encoding: 'utf8' })
      return { status, stdout }
    }
    expect(start({ CUT: 'yes' })).toEqual({ status: 1, stdout: 'slot\n' })
    expect(start()).toEqual({ status: 0, stdout: 'slot\nserves 18\n' })
    expect(start()).toEqual({ status: 0, stdout: 'serves 18\n' })
  })

  /** Starts the database like the image, with the rules in a file of the test. */
  async function startDatabase() {
    const [config] = database?.configs ?? []
    const file = join(folder, 'pg_hba.conf')
    writeFileSync(file, several.configs?.[config?.source ?? '']?.content ?? '')
    const words = (database?.command ?? []).slice(1).filter((word) => word !== '-c')
    const settings = Object.fromEntries(
      words.map((word) => word.replace(config?.target ?? '', file).split('=') as [string, string]),
    )
    const dataDir = createTemporaryFolder('sankofa-compose-data-')
    for (const each of [folder, dataDir]) chmodSync(each, 0o755)
    const { adminUrl, stop } = await startEmbedded({ dataDir, settings })
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    const end = async () => {
      await client.end()
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
    return { client, end }
  }

  it('connects by rules and settings that PostgreSQL accepts', async () => {
    const { client, end } = await startDatabase()
    const rules = await client.query<{ database: string[]; error: string | null }>(
      'select database, error from pg_hba_file_rules',
    )
    const limit = await client.query('show max_slot_wal_keep_size')
    await end()
    expect(rules.rows.filter(({ error }) => error !== null)).toEqual([])
    expect(rules.rows.flatMap((row) => row.database)).toContain('replication')
    expect(limit.rows).toEqual([{ max_slot_wal_keep_size: '10GB' }])
  })
})
