import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

function run(command, args) {
  console.log(`$ ${command} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0
}

/**
 * A program of this machine, or the one that `setting` names in the environment; otherwise its package is
 * installed by apt-get as root on Debian. Returns '' on failure, and prints `loss`, which names the missing
 * feature. Some programs exit with a code other than 0 when they print their version.
 */
export function ensureProgram({ program, setting = '', versionFlag, versionStatus = 0, packageName, loss }) {
  const command = process.env[setting] ?? program
  const works = () => spawnSync(command, [versionFlag], { timeout: 20_000 }).status === versionStatus
  if (works()) return command
  if (process.env[setting]) {
    throw new Error(`${setting} is ${command}, which does not start. Correct or unset it.`)
  }
  console.log(`No ${program} on this machine: installing one`)
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/etc/debian_version') && run('apt-get', ['update'])) {
    // Installs only the package, without recommended ones.
    run('apt-get', ['install', '-y', '--no-install-recommends', packageName])
  }
  if (works()) return command
  console.log(`${program} could not be installed: ${loss}`)
  return ''
}
