import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'

/** The most similar product: a server for any tables, and its driver. The site itself needs neither. */
const PACKAGES = ['@supabase/lite@0.10.0', 'postgres@3.4.9']
const START_SECONDS = 60

export interface Lite extends AsyncDisposable {
  url: string
}

/** Installs with npm into a folder that is deleted at the end. */
async function install(folder: string): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact']
  await promisify(execFile)('npm', ['install', ...options, ...PACKAGES], { cwd: folder })
}

async function firstReply(url: string): Promise<void> {
  for (let waited = 0; waited < START_SECONDS * 10; waited += 1) {
    const reply = await fetch(`${url}/rest/v1/categories?select=id&limit=1`).catch(() => undefined)
    if (reply?.ok) return
    await sleep(100)
  }
  throw new Error(`@supabase/lite did not start within ${START_SECONDS} seconds`)
}

/** Serves an existing database like `lite start` on its own machine: without a token. */
export async function startLite(socketDir: string, port: number): Promise<Lite> {
  const { path: folder, remove } = temporaryFolder('lite')
  process.once('exit', remove)
  await install(folder)
  mkdirSync(join(folder, 'supabase'))
  writeFileSync(
    join(folder, 'supabase/config.toml'),
    `[api]\nport = ${port}\n[db]\ndriver = "postgres"\nurl = "postgres:///sankofa"\n`,
  )
  const command = join(folder, 'node_modules/@supabase/lite/dist/cli/index.js')
  const child = spawn(process.execPath, [command, '--no-telemetry', 'start'], {
    cwd: folder,
    stdio: 'ignore',
    // It creates its own roles and tables, which the market's owner may not.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PGHOST: socketDir, PGUSER: 'postgres' },
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const lite: Lite = {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      process.off('exit', endWithUs)
      const exited = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await exited
      remove()
    },
  }
  try {
    await firstReply(lite.url)
    return lite
  } catch (error) {
    await lite[Symbol.asyncDispose]()
    throw error
  }
}
