import { ensureBuilt } from './build.js'
import { ensureInstalled } from './install.js'

// Runs before anything is checked, so it is plain JavaScript like build.js.

try {
  ensureInstalled()
  ensureBuilt()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
