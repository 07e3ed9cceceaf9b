import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { projectNode, repository } from '#scripts/install.js'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const HEADLESS_SHELL = 'chromium-headless-shell'
const MAC_APPS = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
/** Paths of Playwright's own Chromium, inside `chromium-<revision>`. */
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

/**
 * Possible paths of these commands.
 * @param {string[]} commands
 */
function onPath(commands) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => commands.map((command) => join(folder, command)))
}

/** A package that only points to a snap exists but does not start, so the browser must print its version. */
function works(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

/**
 * Path of a Chromium on this machine, or undefined.
 * @returns {string | undefined}
 */
export function findChromium() {
  const fromSettings = process.env.CHROMIUM_PATH
  if (fromSettings) {
    if (works(fromSettings)) return fromSettings
    throw new Error(
      `CHROMIUM_PATH is ${fromSettings}, which does not start as a browser. Correct or unset it.`,
    )
  }
  return [...onPath(COMMANDS), ...MAC_APPS, ...playwrightBrowsers()].find(works)
}

function run(command, args) {
  console.log(`$ ${command} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', cwd: repository, env }).status === 0
}

/** Installs Debian's packages if permitted; all of one version, because they share files. */
function installByApt() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  console.log('Installing Chromium (once)')
  if (run('apt-get', ['update'])) run('apt-get', ['install', '-y', 'chromium', HEADLESS_SHELL])
}

/** Finds or installs Chromium: by apt-get as root on Debian, otherwise by Playwright's download. */
function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium on this machine: installing one')
  const playwright = join(repository, 'node_modules', 'playwright', 'cli.js')
  const withSystemPackages = process.getuid?.() === 0 ? ['--with-deps'] : []
  run(projectNode, [playwright, 'install', ...withSystemPackages, 'chromium'])
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The journeys need Chromium and it could not be installed. Install it, or set CHROMIUM_PATH.',
  )
}

/**
 * Browsers of the journeys, as settings: Chromium, and Chromium without windows, which uses half as much.
 * CHROMIUM_PATH, or a machine without the second build, means one browser for everything.
 */
export function ensureBrowsers() {
  if (process.env.CHROMIUM_PATH) return { CHROMIUM_PATH: findChromium() }
  const findShell = () => onPath([HEADLESS_SHELL]).find(works)
  if (!findShell()) installByApt()
  const chromium = ensureChromium()
  return { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: findShell() ?? chromium }
}
