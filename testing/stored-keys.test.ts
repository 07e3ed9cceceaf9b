import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DATA_SAVER_COOKIE } from '#contract/rendering/data-saver.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/**
 * Names of cookies and storage keys by the first words of their row on the cookie page. A new name needs a row, or a
 * place in `NOT_STORED`.
 */
const STORED: Record<string, string[]> = {
  'Your session': ['sankofa.session', 'sankofa-refresh'],
  'Accounts that were logged in': ['sankofa-device'],
  'A random name': ['sankofa-browser'],
  'A login with Google': ['sankofa-oauth', 'sankofa.native-sign-in'],
  'Why you were logged out': ['sankofa.ended', 'sankofa.proof', 'sankofa.proof-requested', 'sankofa.attempt'],
  Favourites: ['sankofa.favourites'],
  'Drafts of listings': ['sankofa.draft', 'sankofa.first-message'],
  'Your conversations': ['sankofa.message-photos'],
  'People you blocked': ['sankofa.hidden'],
  'That you turned notifications on': ['sankofa.push', 'sankofa.push-asked'],
  'The area': ['sankofa.area'],
  'The last 12 listings': ['sankofa.recently-viewed', 'sankofa.own-rows'],
  'Town and region': ['sankofa.selling-location'],
  'Data that this device used': ['sankofa.data-use'],
  'Number of your visits': ['sankofa.visits', 'sankofa.notice'],
  'Where you had scrolled to': [
    'sankofa.viewed',
    'sankofa.search',
    'sankofa.typed',
    'sankofa.register',
    'sankofa.sent-to',
    'sankofa.phone-code',
    'sankofa.sheet',
    'sankofa.link',
    'sankofa.push-told',
  ],
  'Keys of the moderators': ['sankofa.staff-keys'],
  'Data saver': ['sankofa.data-saver', DATA_SAVER_COOKIE],
  'Cookie choices': ['sankofa.cookies'],
}

/** Rows about storage without such names: the service worker's caches and the browser's push service. */
const OTHER_STORAGE = ['Push subscription', 'Copies of pages']

/** Names of locks, channels between tabs, and things on the server. */
const NOT_STORED = [
  'sankofa',
  'sankofa.conversations',
  'sankofa.refresh',
  'sankofa.reviews',
  'sankofa-market',
]

/** Every text in the sources that begins like a name, up to its variable part. */
function namesInSources(): Set<string> {
  const paths = globSync('{web,server,contract}/**/*.{ts,tsx}', { cwd: ROOT })
  const sources = paths.filter((path) => !/\.test\.tsx?$/.test(path)).map(read)
  const found = sources.flatMap((text) => [...text.matchAll(/['"`](sankofa[.-][a-z.-]*)/g)])
  return new Set([DATA_SAVER_COOKIE, ...found.map(([, name = '']) => name.replace(/[.-]$/, ''))])
}

/** The first cells of the table on the cookie page. */
const rows = (read('legal/cookies.md').split('{#list}')[1] ?? '')
  .split('\n')
  .flatMap((line) => /^\| ([A-Z].*?) +\|/.exec(line)?.[1] ?? [])
  .filter((what) => what !== 'What')

describe('the cookie page', () => {
  it('has a row for every cookie and storage key, and no other', () => {
    const begins = [...Object.keys(STORED), ...OTHER_STORAGE]
    for (const begin of begins) expect(rows.filter((what) => what.startsWith(begin))).toHaveLength(1)
    expect(rows).toHaveLength(begins.length)
  })

  it('covers the names that the sources use, and only those', () => {
    const known = [...Object.values(STORED).flat(), ...NOT_STORED]
    expect(known.toSorted()).toEqual([...namesInSources()].toSorted())
  })

  it('says which rows have cookies', () => {
    const isCookie = (name: string) => name.startsWith('sankofa-') || name === DATA_SAVER_COOKIE
    const begins = Object.keys(STORED).filter((begin) => STORED[begin]?.some(isCookie))
    const cookieRows = rows.filter((what) => begins.some((begin) => what.startsWith(begin)))
    expect(cookieRows.filter((what) => !what.includes('cookie'))).toEqual([])
  })
})
