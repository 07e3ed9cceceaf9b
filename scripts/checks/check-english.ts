import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOddSentences } from './english.ts'

// Refuses comments and titles of tests in the dialect that this repository once had (english.ts).

/** Files that are never edited, that are generated, or that name the patterns themselves. */
const EXCLUDED =
  /^(?:server\/.+\/schema\.sql|server\/platform\/db\/(?:migrations\/|schema\.ts)|scripts\/checks\/english)/

const top = join(import.meta.dirname, '../..')
const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--deduplicate']
const listed = execFileSync('git', [...listing, '*.ts', '*.tsx', '*.js', '*.sql'], {
  cwd: top,
  encoding: 'utf8',
})

function readSource(path: string): string {
  try {
    return readFileSync(join(top, path), 'utf8')
  } catch {
    // Git still lists a file that was just deleted.
    return ''
  }
}

const paths = listed.split('\0').filter((path) => path !== '' && !EXCLUDED.test(path))
const odd = paths.flatMap((path) =>
  findOddSentences(path, readSource(path)).map((sentence) => ({ path, ...sentence })),
)
for (const { path, line, text, advice } of odd)
  console.error(`${path}:${line} ${text.slice(0, 120)}\n  ${advice}.`)
console.log(`${paths.length} files, ${odd.length} odd sentences`)
process.exitCode = odd.length > 0 ? 1 : 0
