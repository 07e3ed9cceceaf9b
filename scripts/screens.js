import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowsers } from '#scripts/programs/chromium.js'
import { ensureInstalled, projectNode, repository } from './install.js'

// `npm run screens` builds the site and captures every screen, at four widths and in both schemes, into
// .cache/screens. `npm run screens -- -g product` captures those whose name matches; MARKET_URL uses a
// running site. `npm run screens -- --manifest` captures the web manifest's pictures, in web/public/manifest, and
// `npm run screens -- --readme` those of README.md, in docs/pictures.

const SETS = {
  '--manifest': { screens: 'manifest', folder: 'web/public/manifest' },
  '--readme': { screens: 'readme', folder: 'docs/pictures' },
}
const arguments_ = process.argv.slice(2)
const set = SETS[arguments_.find((argument) => argument in SETS)]
const options = arguments_.filter((argument) => !(argument in SETS))
const cache = join(repository, '.cache')
const ROBOTO = '/usr/share/fonts/truetype/roboto'

/** The font of Android phones: without it, widths and lines differ. */
function ensureRoboto() {
  if (existsSync(ROBOTO)) return
  const isInstalled =
    process.getuid?.() === 0 &&
    spawnSync('apt-get', ['install', '-y', 'fonts-roboto'], { stdio: 'inherit' }).status === 0
  if (!isInstalled) console.log('Roboto is not installed: the pictures show the system’s own font')
}

/** Makes Roboto the font of the system for this run. */
function fontSettings() {
  mkdirSync(cache, { recursive: true })
  const file = join(cache, 'fonts.conf')
  const families = ['system-ui', 'sans-serif', 'ui-sans-serif']
  const aliases = families.map(
    (family) =>
      `<match target="pattern"><test name="family"><string>${family}</string></test>` +
      '<edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit></match>',
  )
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
      `<include>/etc/fonts/fonts.conf</include>${aliases.join('')}</fontconfig>`,
  )
  return file
}

function run(command) {
  const { status } = spawnSync(projectNode, command, {
    cwd: repository,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...ensureBrowsers(),
      FONTCONFIG_FILE: fontSettings(),
      SCREENS: set?.screens ?? 'every-screen',
    },
  })
  if (status !== 0) process.exit(status ?? 1)
}

const inModules = (path) => join('node_modules', path)

ensureInstalled()
ensureRoboto()
if (!process.env.MARKET_URL) run([inModules('vite/bin/vite.js'), 'build', '--app'])
run([inModules('@playwright/test/cli.js'), 'test', '--config=playwright.screens.config.ts', ...options])
console.log(`The pictures are in ${set?.folder ?? '.cache/screens'}`)
