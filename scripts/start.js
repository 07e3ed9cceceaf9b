import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

// Runs before anything is installed: plain JavaScript, Node 20 or newer, built-in modules alone.

const OLDEST_NODE = 20
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The server under the project's own Node. Resolves to its exit code once it has drained. */
function serve(projectNode, repository, mode) {
  return new Promise((resolve) => {
    const settings = existsSync(join(repository, '.env')) ? ['--env-file=.env'] : []
    const server = spawn(projectNode, [...settings, join('server', 'main.ts')], {
      cwd: repository,
      stdio: 'inherit',
      // Password hashes and files share libuv's threads; four would make people wait for each other.
      env: { UV_THREADPOOL_SIZE: '16', ...process.env, NODE_ENV: mode },
    })
    // A terminal sends Ctrl+C to both of us: the server counts signals that come together as one.
    for (const signal of SIGNALS) process.on(signal, () => server.kill(signal))
    server.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    server.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
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
    const { ensureInstalled, projectNode, repository } = await import('./install.js')
    ensureInstalled()
    if (!development) {
      const { ensureBuilt } = await import('./build.js')
      ensureBuilt()
    }
    return await serve(projectNode, repository, development ? 'development' : 'production')
  } catch (error) {
    console.error(error.message)
    return 1
  }
}

process.exitCode = await start()
