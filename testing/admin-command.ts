import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'

const ADMIN = join(import.meta.dirname, '../scripts/admin.ts')

/** The site that the command works on. */
interface RunningSite {
  databaseUrl: string
  dataDir: string
}

/** Runs `npm run admin` in its own process, expects success and resolves to its output. */
export const adminCommand =
  (site: () => RunningSite) =>
  async (...words: string[]): Promise<string> => {
    const { databaseUrl, dataDir } = site()
    const child = spawn(process.execPath, [ADMIN, ...words], {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number]
    expect([code, output]).toEqual([0, output])
    return output
  }
