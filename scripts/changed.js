import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './install.js'

// Selects the work of `npm test -- --changed`: by folder and by direct import, because nearly everything
// imports everything else indirectly; the types of all code are also checked. `npm test` runs the rest.

const git = (...args) =>
  execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Start of a change: on a branch its fork from main, on main the previous commit. */
function findBase() {
  try {
    const base = git('merge-base', 'HEAD', 'main')
    if (base !== git('rev-parse', 'HEAD')) return base
  } catch {
    // A clone of a single branch has no main.
  }
  return git('rev-parse', 'HEAD~1')
}

const lines = (text) => text.split('\n').filter(Boolean)

/** Every file that differs from the base, committed or not, including deleted ones. */
export function findChange() {
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'))
  return [...lines(git('diff', '--name-only', '--no-renames', findBase())), ...untracked]
}

const isTest = (file) => /\.test\.tsx?$/.test(file)
const isUnder = (folder) => (file) => file.startsWith(`${folder}/`)
const sorted = (names) => [...new Set(names)].toSorted((one, other) => (one < other ? -1 : 1))

/** Domain name of a folder in `pages`. */
const domainOf = (folder, inner) => (folder === 'pages' && inner === 'account' ? 'accounts' : folder)

/** `contract/reviews.ts`, `server/reviews/rules.ts` and `web/reviews/Reviews.tsx` belong to 'reviews'. */
function locationOf(file) {
  const [root, folder = '', inner] = file.replace(/\.\w+$/, '').split('/')
  return { root, folder: domainOf(folder, inner), inner }
}

/** Returns a check for tests of a changed file's domain: on its side, or on both for the contract and SQL. */
function besides(file) {
  const { root, folder } = locationOf(file)
  if (file.startsWith('server/platform/db/migrations/')) return isUnder('server')
  if (root === 'contract' || file.endsWith('.sql')) {
    const rooms = [`contract/${folder}`, `server/${folder}`, `web/${folder}`].map(isUnder)
    return (test) => test.startsWith(`contract/${folder}.`) || rooms.some((isIn) => isIn(test))
  }
  const isDomain = ['server', 'web'].includes(root) && !['platform', 'pages'].includes(file.split('/')[1])
  return isUnder(isDomain ? `${root}/${folder}` : file.slice(0, file.lastIndexOf('/')))
}

/**
 * Finds the tests of a change: changed ones, those in the same folder and those that import it. Omits
 * infrastructure tests.
 */
export function testsOf(files) {
  const listed = git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx')
  const tests = lines(listed).filter(
    (test) => !test.endsWith('.infrastructure.test.ts') && existsSync(join(repository, test)),
  )
  const documents = files.some((file) => file.endsWith('.md')) ? ['scripts/checks/docs-paths.test.ts'] : []
  const code = files.filter((file) => /\.(tsx?|js|sql)$/.test(file) && !file.startsWith('e2e/'))
  const beside = code.filter((file) => !isTest(file) && file.includes('/')).map(besides)
  const imports = code.filter((file) => !isTest(file)).map((file) => `'#${file}'`)
  const isConcerned = (test) => {
    if (files.includes(test) || beside.some((isBeside) => isBeside(test))) return true
    const text = readFileSync(join(repository, test), 'utf8')
    return imports.some((path) => text.includes(path))
  }
  return sorted([...documents, ...tests.filter(isConcerned)])
}

/** Folders and files of e2e/ for domains without a folder of the same name. */
const FOLDERS = {
  catalog: ['search', 'selling'],
  photos: ['selling'],
  'personal-data': ['accounts/settings.e2e.ts'],
  'person-hashes': ['accounts'],
  'saved-searches': ['favourites'],
  sellers: ['accounts/profile.e2e.ts', 'products'],
  settings: ['accounts/fresh-proof.e2e.ts', 'accounts/settings.e2e.ts'],
}
/** Journeys of every page's frame. */
const SHARED = ['e2e/pages/shell.e2e.ts']

/** Finds the folders of journeys of a file's domain; undefined if it has none. */
function foldersOf(file) {
  const { folder } = locationOf(file)
  const folders = (FOLDERS[folder] ?? [folder]).map((name) => `e2e/${name}`)
  return folders.every((one) => existsSync(join(repository, one))) ? folders : undefined
}

/** The journeys that a changed file can break; 'e2e' means all of them. */
function journeysOfFile(file) {
  const { root, folder, inner } = locationOf(file)
  if (file.endsWith('.e2e.ts')) return existsSync(join(repository, file)) ? [file] : []
  if (root === 'e2e' && folder === 'looks') return []
  if (root === 'e2e') return [inner === undefined ? 'e2e' : `e2e/${folder}`]
  if (!['contract', 'server', 'web'].includes(root) || !/\.(tsx?|css|sql)$/.test(file) || isTest(file))
    return []
  return foldersOf(file) ?? SHARED
}

export function journeysOf(files) {
  const journeys = sorted(files.flatMap(journeysOfFile))
  return journeys.includes('e2e') ? ['e2e'] : journeys
}

/**
 * Returns title patterns of the looks that a file can break: openings of its domain, or every page of an
 * anonymous person.
 */
function looksOfFile(file) {
  const { root, folder } = locationOf(file)
  if (file.startsWith('e2e/looks/')) return ['']
  if (root !== 'web' || !/\.(tsx|css)$/.test(file) || isTest(file)) return []
  return [foldersOf(file) ? `\\(${folder}/` : 'signed out']
}

/** Returns Playwright arguments for the looks of a change; undefined if there are none. */
export function looksOf(files) {
  const titles = sorted(files.flatMap(looksOfFile))
  if (titles.length === 0) return
  return titles[0] === '' ? [] : ['--grep', titles.join('|')]
}
