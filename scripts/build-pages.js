import { ensureBuilt } from './build.js'

// Runs before anything is checked: plain JavaScript, as build.js is.

try {
  ensureBuilt()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
