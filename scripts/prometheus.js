import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './install.js'

const COMMANDS = ['prometheus', 'promtool']
const unpacked = join(repository, '.cache', 'prometheus')

const works = (command) => spawnSync(command, ['--version'], { timeout: 20_000 }).status === 0
const found = (commands) =>
  commands.every(works) ? { prometheus: commands[0], promtool: commands[1] } : undefined
const findUnpacked = () => found(COMMANDS.map((name) => join(unpacked, 'usr', 'bin', name)))

function run(command, args) {
  console.log(`$ ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit', cwd: unpacked }).status === 0
}

/** Debian's package, unpacked and not installed: its service would take the port of whatever else runs here. */
function unpackFromDebian() {
  if (!existsSync('/etc/debian_version')) return
  console.log('No Prometheus on this machine: unpacking one (once)')
  mkdirSync(unpacked, { recursive: true })
  const download = () => run('apt-get', ['download', 'prometheus'])
  if (!download() && !(process.getuid?.() === 0 && run('apt-get', ['update']) && download())) return
  const file = readdirSync(unpacked).find((name) => name.endsWith('.deb'))
  if (file) run('dpkg-deb', ['-x', file, '.'])
}

/**
 * Prometheus and its promtool: those of this machine, else Debian's.
 * @returns {{ prometheus: string, promtool: string }}
 */
export function ensurePrometheus() {
  const known = found(COMMANDS) ?? findUnpacked()
  if (known) return known
  unpackFromDebian()
  const made = findUnpacked()
  if (made) return made
  throw new Error(
    'What watches the site is tested with Prometheus, which is not there. Install it with its promtool.',
  )
}
