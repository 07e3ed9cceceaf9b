import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { projectNode, repository } from './install.js'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPS = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
/** Where Playwright unpacks its own Chromium, inside `chromium-<revision>`. */
const PLAYWRIGHT_FILES = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
]

function playwrightCache() {
  if (process.env.PLAYWRIGHT_BROWSERS_PATH) return process.env.PLAYWRIGHT_BROWSERS_PATH
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'ms-playwright')
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright')
  return join(homedir(), '.cache', 'ms-playwright')
}

function playwrightBrowsers() {
  const cache = playwrightCache()
  if (!existsSync(cache)) return []
  const revisions = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name))
  return revisions.flatMap((name) => PLAYWRIGHT_FILES.map((file) => join(cache, name, file)))
}

/** A package that only points to a snap exists but does not start, so the browser has to print its version. */
function works(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

/** Path of a Chromium on this machine, or undefined. */
export function findChromium() {
  const fromSettings = process.env.CHROMIUM_PATH
  if (fromSettings) {
    if (works(fromSettings)) return fromSettings
    throw new Error(
      `CHROMIUM_PATH is ${fromSettings}, which is not a browser that starts. Correct or unset it.`,
    )
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command)))
  return [...onPath, ...MAC_APPS, ...playwrightBrowsers()].find(works)
}

function run(command, args) {
  console.log(`$ ${command} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', cwd: repository, env }).status === 0
}

/** Finds Chromium or installs it: by apt-get as root on Debian, else by Playwright's download. */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium on this machine: installing one')
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/etc/debian_version') && run('apt-get', ['update'])) {
    run('apt-get', ['install', '-y', 'chromium'])
  }
  const afterApt = findChromium()
  if (afterApt) return afterApt
  const playwright = join(repository, 'node_modules', 'playwright', 'cli.js')
  run(projectNode, [playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The journeys need Chromium and it could not be installed. Install it, or set CHROMIUM_PATH.',
  )
}
