import { ensureBuilt } from './build.js'
import { ensureInstalled } from './install.js'

// Runs before anything is checked: plain JavaScript, as build.js is.

try {
  ensureInstalled()
  ensureBuilt()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
