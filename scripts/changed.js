import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './install.js'

const git = (...args) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()

/** Where a change begins: on a branch where it left main, on main itself the commit before. */
function findBase() {
  const base = git('merge-base', 'HEAD', 'main')
  return base === git('rev-parse', 'HEAD') ? git('rev-parse', 'HEAD~1') : base
}

/** The commit before the change, and every file that differs from it, committed or not. */
export function findChange() {
  const base = findBase()
  const lines = (text) => text.split('\n').filter(Boolean)
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'))
  return { base, files: [...lines(git('diff', '--name-only', base)), ...untracked] }
}

/** Folders of e2e/ for domains that have none of their own name. */
const FOLDERS = {
  catalog: ['search', 'selling'],
  photos: ['selling'],
  'personal-data': ['accounts'],
  mailboxes: ['accounts'],
  'saved-searches': ['favourites'],
  sellers: ['accounts', 'products'],
  settings: ['accounts'],
}
/** What every screen shares: the pages as they open, and what goes on without a network. */
const SHARED = ['pages', 'offline']

/** The folders of journeys that a changed file can break; 'e2e' is all of them. */
function foldersOf(file) {
  const [root, folder, inner] = file.replace(/\.\w+$/, '').split('/')
  if (root === 'e2e') return [inner === undefined ? 'e2e' : `e2e/${folder}`]
  if (!['contract', 'server', 'web'].includes(root) || /\.test\.tsx?$/.test(file)) return []
  const name = root === 'web' && folder === 'pages' && inner === 'account' ? 'accounts' : folder
  const folders = FOLDERS[name] ?? [name]
  return folders.every((one) => existsSync(join(repository, 'e2e', one)))
    ? folders.map((one) => `e2e/${one}`)
    : SHARED.map((one) => `e2e/${one}`)
}

export const journeysOf = (files) => {
  const folders = [...new Set(files.flatMap(foldersOf))].toSorted((one, other) => one.localeCompare(other))
  return folders.includes('e2e') ? ['e2e'] : folders
}
