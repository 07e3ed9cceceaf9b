import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { until } from '#testing/until.ts'
import { freePort } from './free-port.ts'
import { runningProcesses } from './running-processes.ts'

const START = join(import.meta.dirname, '../../scripts/start.js')

export type NpmStart = Awaited<ReturnType<typeof npmStart>>

/** Runs `npm start` like an operator, with its own data folder and port. */
export async function npmStart(dataDir: string, settings: Record<string, string> = {}) {
  const port = settings.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      PROCESSES: '1',
      ...settings,
      PORT: port,
      PUBLIC_URL: url,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  void ended.then(() => process.off('exit', endWithUs))
  const childOf = (parent: number, what: string) =>
    runningProcesses().find((each) => each.parent === parent && each.command.includes(what))?.pid

  return {
    url,
    pid: child.pid as number,
    ended,
    said: () => said,
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Process ids of the server and of one of its database's processes. */
    serverPid: () => childOf(child.pid as number, 'main.ts'),
    databasePid(part = '') {
      const postmaster = childOf(this.serverPid() ?? 0, 'postgres')
      return part && postmaster ? childOf(postmaster, part) : postmaster
    },
    /** Process ids of the whole database. */
    databasePids(): number[] {
      const postmaster = this.databasePid() ?? NaN
      const children = runningProcesses().filter(({ parent }) => parent === postmaster)
      return [postmaster, ...children.map(({ pid }) => pid)]
    },
    readiness: async () => {
      const reply = await fetch(`${url}/readyz`).catch(() => undefined)
      return reply ? `${reply.status} ${await reply.text()}` : 'closed'
    },
    async becomesReady(): Promise<void> {
      const isReady = async () => {
        if (child.exitCode !== null) throw new Error(`The site exited during its start: ${said}`)
        return (await this.readiness()).startsWith('200')
      }
      await until(isReady, { what: () => `readiness of a site that printed: ${said}` })
    },
  }
}
