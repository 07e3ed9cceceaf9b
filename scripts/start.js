import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// Runs before anything is installed: plain JavaScript, Node 20 or newer, only built-in modules.

const OLDEST_NODE = 20
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Signal that replaces the processes by new ones, one after another. */
const RENEWAL = 'SIGUSR2'

/** Runs the server once under the project's own Node. Resolves to its exit code and signal, once it has drained. */
function serve({ projectNode, repository, mode, stop, formerDeath }) {
  return new Promise((resolve) => {
    const settings = existsSync(join(repository, '.env')) ? ['--env-file=.env'] : []
    const server = spawn(projectNode, [...settings, join('server', 'main.ts')], {
      cwd: repository,
      stdio: 'inherit',
      // Password hashes and files share libuv's threads; four would make people wait for each other.
      env: {
        UV_THREADPOOL_SIZE: '16',
        ...process.env,
        NODE_ENV: mode,
        ...(formerDeath && { SANKOFA_FORMER_DEATH: formerDeath }),
      },
    })
    const pass = (signal) => server.kill(signal)
    const end = (how) => {
      stop.off('signal', pass)
      resolve(how)
    }
    stop.on('signal', pass)
    server.on('error', (error) => {
      console.error(error.message)
      end({ code: 1, signal: null })
    })
    server.on('exit', (code, signal) => end({ code, signal }))
  })
}

/**
 * Handles every signal that ends the process. A terminal sends Ctrl+C to the server too, which treats repeats
 * as one.
 */
function onSignals() {
  const stop = new EventEmitter()
  const stopping = new AbortController()
  for (const signal of SIGNALS)
    process.on(signal, () => {
      stopping.abort()
      stop.emit('signal', signal)
    })
  process.on(RENEWAL, () => stop.emit('signal', RENEWAL))
  return { stop, stopping: stopping.signal }
}

async function serveAgain({ projectNode, repository }) {
  const { stop, stopping } = onSignals()
  const { restartAfterFaults } = await import('./restart-after-faults.js')
  const run = (formerDeath) => serve({ projectNode, repository, mode: 'production', stop, formerDeath })
  return restartAfterFaults(run, {
    stopping,
    pause: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
    say: console.error,
  })
}

async function serveOnce({ projectNode, repository }) {
  const { stop } = onSignals()
  const { code, signal } = await serve({ projectNode, repository, mode: 'development', stop })
  return code ?? 128 + (constants.signals[signal] ?? 0)
}

async function start() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    console.error(
      `Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE} or newer from https://nodejs.org.`,
    )
    return 1
  }
  const development = process.argv.includes('--dev')
  try {
    const { ensureInstalled, ...install } = await import('./install.js')
    ensureInstalled()
    if (development) return await serveOnce(install)
    const { ensureBuilt } = await import('./build.js')
    ensureBuilt()
    return await serveAgain(install)
  } catch (error) {
    console.error(error.message)
    return 1
  }
}

process.exitCode = await start()
