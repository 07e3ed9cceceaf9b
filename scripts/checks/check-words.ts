import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRetiredWords } from './find-retired-words.ts'

// Refuses retired words (retired-words.ts).

const SOURCES = ['*.ts', '*.tsx', '*.js', '*.sql']
/**
 * The baseline and migrations are never edited, generated files repeat other texts, and this list names the
 * words.
 */
const NOT_OURS =
  /^(server\/.+\/schema\.sql|server\/platform\/db\/(migrations\/|schema\.ts)|scripts\/(retired-words|find-retired-words\.test)\.ts)/

const top = join(import.meta.dirname, '../..')

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
    // The file is deleted but still in the index.
    return ''
  }
}

const found = paths.flatMap((path) => findRetiredWords(path, readSource(path)))
for (const { word, say, path, line } of found)
  console.error(`${path}:${line} '${word}' is retired. Say: ${say}`)
if (found.length > 0) process.exitCode = 1
else console.log(`${paths.length} files, no retired words`)
