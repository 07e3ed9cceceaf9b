import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { importLines } from './import-lines.ts'
import { wallsBroken } from './import-walls.ts'

/** Checks who imports whom; the folder to check may be given (default: the repository). */
const top = process.argv[2] ?? join(import.meta.dirname, '..')
const SOURCES = ['{contract,server,web,demo,testing,e2e,bench,scripts}/**/*.{ts,tsx,js}', '*.{ts,js}']

const paths = globSync(SOURCES, { cwd: top }).map((path) => path.split(sep).join('/'))
const files = new Map(
  paths.toSorted().map((path) => [path, importLines(readFileSync(join(top, path), 'utf8'))] as const),
)
const violations = wallsBroken(files)

for (const { path, line, wall, message } of violations)
  console.error(`${path}:${line}  ${wall}\n  ${message}`)
const imports = [...files.values()].reduce((sum, lines) => sum + lines.length, 0)
console.log(`${files.size} files, ${imports} imports, ${violations.length} through a wall`)
process.exitCode = violations.length > 0 || files.size === 0 ? 1 : 0
