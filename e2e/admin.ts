import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dataDir } from './market.ts'

const SCRIPT = join(import.meta.dirname, '../scripts/admin.ts')

/** Runs an admin command on the server of the journeys' market while it runs; returns its output. */
export async function runAdmin(...words: string[]): Promise<string> {
  const settings = { DATA_DIR: dataDir, NODE_ENV: 'production' }
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...words], {
    env: { PATH: process.env.PATH, ...settings },
  })
  return stdout
}
