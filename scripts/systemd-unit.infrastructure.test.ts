import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '#testing/scale/free-port.ts'
import { until } from '#testing/until.ts'

const REPOSITORY = join(import.meta.dirname, '..')
const unit = readFileSync(join(REPOSITORY, 'deploy/systemd/sankofa.service'), 'utf8')
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, value = '']) => value.split(' '))

const [home = ''] = valuesOf('WorkingDirectory')
const owned = [
  ...valuesOf('StateDirectory').map((name) => `/var/lib/${name}`),
  ...valuesOf('RuntimeDirectory').map((name) => `/run/${name}`),
  ...valuesOf('ReadWritePaths').map((path) => path.replace(/^-/, '')),
]
/** Settings that the unit's first lines write into `.env`. */
const settings = (/printf '(.*)'/.exec(unit)?.[1] ?? '').split('\\n').filter(Boolean)
const asVariables = (lines: string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => line.split('=') as [string, string]))
const NOBODY = '65534'

/**
 * Simulates systemd's sandbox for the unit: everything is read-only except the named folders, and its user
 * has no rights.
 */
const NAMESPACE = `set -eu
  mount -t tmpfs tmpfs /opt
  mkdir ${home}
  mount --bind '${REPOSITORY}' ${home}
  for folder in /var/lib /run /mnt /home /root /tmp /var/tmp; do mount -t tmpfs tmpfs $folder; done
  for folder in ${owned.join(' ')}; do
    mkdir -p $folder
    [ $folder = ${home} ] || chown ${NOBODY}:${NOBODY} $folder
    mount --bind $folder $folder
  done
  while read -r _ mounted _; do
    case " ${owned.join(' ')} /proc /sys /dev /dev/pts /dev/shm " in
      *" $mounted "*) ;;
      *) mount -o remount,bind,ro "$mounted" 2>/dev/null || true ;;
    esac
  done < /proc/self/mounts
  cd ${home}
  exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs "$@"`

const node = join(home, 'node_modules/.bin/node')

it("starts and backs up the site within the unit's writable folders", async () => {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ...asVariables([...settings, ...valuesOf('Environment')]),
    DEMO: 'off',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    PROCESSES: '1',
  }
  const [, ...words] = valuesOf('ExecStart')
  const inside = ['--mount', '--propagation', 'private', 'sh', '-c', NAMESPACE, 'sh']
  const site = spawn('unshare', [...inside, node, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(site, 'close')
  onTestFinished(async () => {
    site.kill('SIGTERM')
    await ended
  })
  let said = ''
  for (const stream of [site.stdout, site.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const isReady = async () => {
    if (site.exitCode !== null) throw new Error(`The site exited during its start: ${said}`)
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    return reply?.status === 200
  }
  await until(isReady, { what: () => `readiness of a site that printed: ${said}` })

  const run = async (...command: string[]) => {
    const enter = ['--mount', '--target', String(site.pid), 'env', `--chdir=${home}`]
    const user = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']
    return (await promisify(execFile)('nsenter', [...enter, ...user, ...command], { env })).stdout
  }
  // The test would prove nothing if more were writable.
  await expect(run('touch', '/tmp/more')).rejects.toThrow('Read-only')
  expect(await run(node, 'scripts/admin.ts', 'health')).toContain('Nothing is wrong')
  await expect
    .poll(() => run('find', '/mnt/backup', '-name', 'manifest.json'), { timeout: 120_000 })
    .not.toBe('')
  expect(await run(node, 'scripts/backup.ts', '--verify')).toContain('The backup is complete')
  site.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
