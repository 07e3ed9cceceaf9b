import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs before anything is installed: plain JavaScript, Node 20 or newer, only built-in modules.

export const repository = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'

/** The project's own Node; the machine's only has to start the scripts. */
export const projectNode = join(repository, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

const installedList = join(repository, 'node_modules', '.package-lock.json')

/** True if node_modules matches package-lock.json; packages of other platforms may be absent. */
export function isInstalled() {
  if (!existsSync(projectNode) || !existsSync(installedList)) return false
  const installed = packagesIn(installedList)
  return Object.entries(packagesIn(join(repository, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true
    const present = installed[path]
    return present ? present.version === wanted.version : wanted.optional === true
  })
}

/**
 * Throws if the project's Node does not run. npm has then left out every optional package that is set up by it,
 * such as PostgreSQL, and the next start installs again.
 */
export function requireWorkingNode(node = projectNode, list = installedList) {
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  rmSync(list, { force: true })
  const reason = (error?.message ?? stderr).trim()
  throw new Error(
    `${reason}\nThe installed Node cannot run. On Debian and Ubuntu: apt-get install libatomic1`,
  )
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
  requireWorkingNode()
}
