import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const works = (command) => spawnSync(command, ['--version'], { timeout: 20_000 }).status === 0

function run(command, args) {
  console.log(`$ ${command} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0
}

/** A redis-server of this machine, installed by apt-get as root on Debian; '' where there is none. */
export function ensureRedis() {
  const server = process.env.REDIS_SERVER ?? 'redis-server'
  if (works(server)) return server
  if (process.env.REDIS_SERVER) {
    throw new Error(`REDIS_SERVER is ${server}, which does not start. Correct or unset it.`)
  }
  console.log('No redis-server on this machine: installing one')
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/etc/debian_version') && run('apt-get', ['update'])) {
    // The package alone: its service would take the port of whatever else runs here.
    run('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'])
  }
  if (works(server)) return server
  console.log('redis-server could not be installed: what several processes do through Redis is not tested')
  return ''
}
