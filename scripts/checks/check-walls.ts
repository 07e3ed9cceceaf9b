import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { importLines } from './import-lines.ts'
import { wallsBroken, type Violation } from './import-walls.ts'
import { findCrowds } from './crowds.ts'
import { findModuleState } from './module-state.ts'

/**
 * Checks imports between rooms, module state on the server and crowded folders; the folder to check is an
 * optional argument.
 */
const top = process.argv[2] ?? join(import.meta.dirname, '../..')
const SOURCES = ['{contract,server,web,demo,testing,e2e,bench,scripts}/**/*.{ts,tsx,mts,js,mjs}', '*.{ts,js}']

const paths = globSync(SOURCES, { cwd: top }).map((path) => path.split(sep).join('/'))
const texts = paths.toSorted().map((path) => [path, readFileSync(join(top, path), 'utf8')] as const)
const files = new Map(texts.map(([path, text]) => [path, importLines(text)]))

const stateful = texts
  .filter(([path]) => path.startsWith('server/') && !path.endsWith('.test.ts'))
  .flatMap(([path, text]) =>
    findModuleState(text).map(({ line, declaration }): Violation => ({
      path,
      line,
      wall: 'module-state',
      message: `'${declaration}': keep state in the context or in the object that owns it; type a constant as Readonly….`,
    })),
  )
const violations = [...wallsBroken(files), ...stateful, ...findCrowds(paths)]

for (const { path, line, wall, message } of violations)
  console.error(`${path}:${line}  ${wall}\n  ${message}`)
const imports = [...files.values()].reduce((sum, lines) => sum + lines.length, 0)
console.log(`${files.size} files, ${imports} imports, ${violations.length} through a wall`)
process.exitCode = violations.length > 0 || files.size === 0 ? 1 : 0
