import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectNode, repository } from './install.js'

/** Sources of the built pages. */
const SOURCES = ['web', 'contract', 'legal', 'scripts/build', 'vite.config.ts', 'package-lock.json']
const marker = join(repository, 'dist', '.built-from')
/** Written by the build's last step. */
const result = join(repository, 'dist', 'server', 'entry-server.js')

function filesIn(path) {
  const entries = readdirSync(join(repository, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

/**
 * A hash of every source, because Git sets new times on unchanged files. It stays the same when the folder is
 * moved.
 */
function fingerprint() {
  const files = SOURCES.flatMap((path) => (path.includes('.') ? [join(repository, path)] : filesIn(path)))
  const hash = createHash('sha256')
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1)))
    hash
      .update(`${relative(repository, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** Builds the pages when their sources changed since, or when the last build did not finish. Throws when it fails. */
export function ensureBuilt() {
  const wanted = fingerprint()
  if (existsSync(result) && existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  console.log('Building the pages')
  rmSync(join(repository, 'dist'), { recursive: true, force: true })
  const vite = join(repository, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = spawnSync(projectNode, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (build.status === 0 && existsSync(result)) {
    writeFileSync(marker, wanted)
    return
  }
  throw new Error(
    `${build.stdout ?? ''}${build.stderr ?? ''}\nThe pages could not be built: the lines above say why.`.trim(),
  )
}
