import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs before anything is installed: plain JavaScript, Node 20 or newer, only built-in modules.

export const repository = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'

/** The project's own Node; the machine's only has to start the scripts. */
export const projectNode = join(repository, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(join(repository, lockFile), 'utf8')).packages
}

/** True if node_modules matches package-lock.json; packages of other platforms may be absent. */
export function isInstalled() {
  const installedList = join('node_modules', '.package-lock.json')
  if (!existsSync(projectNode) || !existsSync(join(repository, installedList))) return false
  const installed = packagesIn(installedList)
  return Object.entries(packagesIn('package-lock.json')).every(([path, wanted]) => {
    if (path === '') return true
    const present = installed[path]
    return present ? present.version === wanted.version : wanted.optional === true
  })
}

/** Installs the locked packages if they are missing or outdated; throws with a remedy if npm fails. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages (about a minute the first time)')
  const result = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], {
    cwd: repository,
    encoding: 'utf8',
    shell: isWindows,
  })
  if (result.error || result.status !== 0 || !isInstalled()) {
    console.error(`${result.stdout ?? ''}${result.stderr ?? ''}`.trim())
    throw new Error(
      'The packages could not be installed: npm ci failed. Check the connection and run it again.',
    )
  }
}
