import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOddAccountWords } from './account-words.ts'
import { findOddSentences } from './english.ts'

// Refuses comments and titles of tests in the dialect that this repository once had (english.ts), and other words than
// ours for logging in and signing up in texts that people read (account-words.ts).

/** Files that are never edited, that are generated, or that name the patterns themselves. */
const EXCLUDED =
  /^(?:server\/.+\/schema\.sql|server\/platform\/db\/(?:migrations\/|schema\.ts)|scripts\/checks\/(?:english|account-words))/

const top = join(import.meta.dirname, '../..')
const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--deduplicate']

const list = (...patterns: string[]) =>
  execFileSync('git', [...listing, ...patterns], { cwd: top, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && !EXCLUDED.test(path))

function readSource(path: string): string {
  try {
    return readFileSync(join(top, path), 'utf8')
  } catch {
    // Git still lists a file that was just deleted.
    return ''
  }
}

const code = list('*.ts', '*.tsx', '*.js', '*.sql')
const paths = [...code, ...list('legal/*.md', 'web/public/*.html')]
const odd = paths.flatMap((path) => {
  const source = readSource(path)
  const sentences = path.endsWith('.md') || path.endsWith('.html') ? [] : findOddSentences(path, source)
  return [...sentences, ...findOddAccountWords(path, source)].map((found) => ({ path, ...found }))
})
for (const { path, line, text, advice } of odd)
  console.error(`${path}:${line} ${text.slice(0, 120)}\n  ${advice}.`)
console.log(`${paths.length} files, ${odd.length} odd sentences`)
process.exitCode = odd.length > 0 ? 1 : 0
