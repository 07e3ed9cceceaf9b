import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRetiredWords, type FoundWord } from './find-retired-words.ts'

// Refuses retired words (retired-words.ts) beyond those that remain from before, which words-left.json counts;
// `--lower` writes lower counts there. The folder to check may be named, else it is the repository.

const SOURCES = ['*.ts', '*.tsx', '*.js', '*.sql']
/** Applied migrations are never edited; generated files say what others say; this list itself. */
const NOT_OURS =
  /^(server\/platform\/db\/(migrations\/|schema\.ts)|scripts\/(retired-words|find-retired-words\.test)\.ts)/
const SHOWN = 10

const top = join(import.meta.dirname, '..')
const countsFile = join(import.meta.dirname, 'words-left.json')

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...SOURCES],
  {
    cwd: top,
    encoding: 'utf8',
  },
)
const paths = listed.split('\0').filter((path) => path !== '' && !NOT_OURS.test(path))

function readSource(path: string): string {
  try {
    return readFileSync(join(top, path), 'utf8')
  } catch {
    // Deleted, but still in the index.
    return ''
  }
}

const left = JSON.parse(readFileSync(countsFile, 'utf8')) as Record<string, number>
const found = Map.groupBy(
  paths.flatMap((path) => findRetiredWords(path, readSource(path))),
  ({ word }) => word,
)

function report(word: string, places: FoundWord[]): void {
  const allowed = left[word] ?? 0
  console.error(`'${word}' stands ${places.length} times, ${allowed} are allowed. Say: ${places[0]?.say}`)
  for (const { path, line } of places.slice(0, SHOWN)) console.error(`  ${path}:${line}`)
  process.exitCode = 1
}

if (process.argv.includes('--lower')) {
  const counts = Object.keys(left).map((word): [string, number] => [
    word,
    Math.min(left[word] ?? 0, found.get(word)?.length ?? 0),
  ])
  const remaining = Object.fromEntries(counts.filter(([, count]) => count !== 0))
  writeFileSync(countsFile, `${JSON.stringify(remaining, null, 2)}\n`)
} else {
  for (const [word, places] of found) if (places.length > (left[word] ?? 0)) report(word, places)
  const total = [...found.values()].reduce((sum, places) => sum + places.length, 0)
  console.log(`${paths.length} files, ${total} retired words left`)
}
