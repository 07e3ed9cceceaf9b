import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#testing/scale/free-port.ts'
import { acceptsConnections } from '#testing/scale/takes-connections.ts'
import { until } from '#testing/until.ts'
import { type CachingProxy, TOKEN } from './stand-in-cdn.ts'

const EXAMPLE = join(import.meta.dirname, '../../deploy/varnish/sankofa.vcl')

/** A real Varnish with the site's own settings; it starts once its origin is set. */
export async function openVarnish(command: string): Promise<CachingProxy> {
  const port = await freePort()
  const folder = await mkdtemp('/tmp/sankofa-varnish-')
  const url = `http://127.0.0.1:${port}`
  let stop = async () => undefined as void

  async function start(origin: string): Promise<void> {
    const example = await readFile(EXAMPLE, 'utf8')
    const settings = join(folder, 'site.vcl')
    await writeFile(
      settings,
      example.replace('"3000"', `"${new URL(origin).port}"`).replace('CDN_PURGE_TOKEN"', `${TOKEN}"`),
    )
    const args = [
      '-F',
      '-j',
      'none',
      '-a',
      `127.0.0.1:${port}`,
      '-f',
      settings,
      '-n',
      join(folder, 'run'),
      '-s',
      'malloc,16m',
    ]
    const child = spawn(command, args, { stdio: 'ignore' })
    const exited = once(child, 'exit')
    stop = async () => {
      child.kill()
      await exited
    }
    await until(() => {
      if (child.exitCode !== null) throw new Error(`${command} exited during its start`)
      return acceptsConnections(port)
    })
  }

  return {
    url,
    purgeUrl: `${url}/purge-hook`,
    setOrigin: start,
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
