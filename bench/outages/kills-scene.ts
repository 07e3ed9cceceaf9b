import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { readPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { newSecretKey } from '#testing/live/conversation-people.ts'
import { type NpmStart, npmStart } from '#testing/scale/npm-start.ts'
import { runningProcesses } from '#testing/scale/running-processes.ts'
import { until } from '#testing/until.ts'
import { type Outage, type Scene, signers } from './scene.ts'

type FindPid = () => number | undefined | Promise<number | undefined>

const killed = async (find: FindPid): Promise<number> => {
  const pid = await until(find, { what: () => 'the process to kill' })
  process.kill(pid, 'SIGKILL')
  return pid
}

const kill = (name: string, ...finds: FindPid[]): Outage => ({
  name,
  refusals: ['unavailable', 'overloaded'],
  async takeAway() {
    for (const find of finds) await killed(find)
    return async () => undefined
  },
})

/** Finds processes of the database that serve a connection. */
function findBackends(databaseUrl: () => string) {
  async function open(): Promise<pg.Client> {
    const client = new pg.Client(databaseUrl())
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const pidBy = async (client: pg.Client, text: string) =>
    (await client.query<{ pid: number }>(text)).rows[0]?.pid

  return {
    ofApplication: (name: string) => async () => {
      const client = await open()
      const pid = await pidBy(
        client,
        `select pid from pg_stat_activity where application_name = '${name}' limit 1`,
      )
      await client.end()
      return pid
    },
    inTransaction: async () => {
      const client = await open()
      await client.query('begin; update profiles set username = username')
      return pidBy(client, 'select pg_backend_pid() as pid')
    },
  }
}

/** Kills the processes of a site and its database. */
function killsOf(site: NpmStart, databaseUrl: () => string): Outage[] {
  const ofDatabase = (part: string) => kill(part, () => site.databasePid(part))
  const workers = () =>
    runningProcesses().filter(
      ({ parent, command }) => parent === site.serverPid() && command.includes('main.ts'),
    )
  const imageWorker = () => {
    const parents = workers().map(({ pid }) => pid)
    return runningProcesses().find(
      ({ parent, command }) => parents.includes(parent) && command.includes('encode-worker'),
    )?.pid
  }
  const { ofApplication, inTransaction } = findBackends(databaseUrl)
  let former: number | undefined
  const next = () => {
    const pid = site.databasePid()
    return pid === former ? undefined : pid
  }
  const postmaster = () => (former = site.databasePid())
  return [
    kill('postmaster', postmaster),
    ofDatabase('checkpointer'),
    ofDatabase('background writer'),
    ofDatabase('walwriter'),
    ofDatabase('autovacuum launcher'),
    ofDatabase('archiver'),
    ofDatabase('logical replication launcher'),
    ofDatabase('io worker'),
    kill('a backend of the pool', ofApplication('sankofa')),
    kill('a backend in a transaction', inTransaction),
    kill('a listening backend', ofApplication('sankofa listener')),
    kill('postmaster, and the next one during its start', postmaster, next),
    kill(
      'checkpointer, and the next postmaster during its recovery',
      () => {
        former = site.databasePid()
        return site.databasePid('checkpointer')
      },
      next,
    ),
    kill('the first process of the site', () => workers()[0]?.pid),
    kill('the last process of the site', () => workers().at(-1)?.pid),
    kill('the process of images', imageWorker),
  ]
}

/** Runs `npm start` with two processes and everything included, and kills one process after another. */
export async function openKillsScene(): Promise<Scene> {
  const { path: folder, remove } = temporaryFolder('kills')
  const [dataDir, backup] = [join(folder, 'data'), join(folder, 'backup')]
  mkdirSync(backup)
  const databaseUrl = () => {
    const { socketDir = '' } = readPostmaster(join(dataDir, 'postgres')) ?? {}
    return `postgres://sankofa@${encodeURIComponent(socketDir)}/sankofa`
  }
  const { secretKey, secrets } = newSecretKey()
  const site = await npmStart(dataDir, {
    SECRET_KEY: secretKey,
    PROCESSES: '2',
    BACKUP_DIR: backup,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  })
  await until(() => site.said().includes('2 processes answer'), {
    what: () => `two processes of a site that printed: ${site.said()}`,
  })
  return {
    url: site.url,
    ...signers(secrets),
    databaseUrl,
    outages: killsOf(site, databaseUrl),
    milliseconds: 0,
    photos: join(dataDir, 'photos'),
    visits: 1,
    async [Symbol.asyncDispose]() {
      site.signal('SIGTERM')
      await site.ended
      if (process.env.SAID) console.error(site.said())
      remove()
    },
  }
}
