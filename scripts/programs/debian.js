import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '#scripts/install.js'

/**
 * Unpacks a Debian package without installing it, because its service would take a port in use.
 * Returns the folder, which is empty if there is no such package.
 */
export function unpackFromDebian(name) {
  const folder = join(repository, '.cache', name)
  mkdirSync(folder, { recursive: true })
  if (!existsSync('/etc/debian_version') || existsSync(join(folder, 'usr'))) return folder
  const run = (command, args) => {
    console.log(`$ ${command} ${args.join(' ')}`)
    return spawnSync(command, args, { stdio: 'inherit', cwd: folder }).status === 0
  }
  console.log(`No ${name} on this machine: unpacking one (once)`)
  const download = () => run('apt-get', ['download', name])
  if (!download() && !(process.getuid?.() === 0 && run('apt-get', ['update']) && download())) return folder
  const file = readdirSync(folder).find((entry) => entry.endsWith('.deb'))
  if (file) run('dpkg-deb', ['-x', file, '.'])
  return folder
}
