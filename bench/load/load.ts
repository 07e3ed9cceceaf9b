import { execFile, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './temporary-folder.ts'

export interface Speed {
  perSecond: number
  /** Milliseconds. pgbench prints the mean instead. */
  p50: number
  p99: number
  /** The longest. */
  slowest: number
}

/** Placeholder in a body for a new id in each request. */
export const FRESH_ID = 'fresh-id'

export const JSON_BODY = { 'Content-Type': 'application/json' }

export interface Post {
  path: string
  headers: Record<string, string>
  /** JSON text. */
  body: string
}

export interface Load {
  origin: string
  /** Requested one after another in a loop. */
  paths: (string | Post)[]
  /** Headers of each request. */
  headers?: Record<string, string>
  clients: number
  seconds: number
  /** Stops once each path has been requested. */
  once?: true
}

/** Sends HTTP requests over open connections: by wrk if it is installed, otherwise from a Node process. */
export async function measure(load: Load): Promise<Speed> {
  if (load.once) return byNode(load)
  try {
    return await byWrk(load)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return byNode(load)
  }
}

const quoted = (text: string) => JSON.stringify(text)

/** A Lua table of path, headers and body. */
function inLua(request: string | Post): string {
  if (typeof request === 'string') return `{ ${quoted(request)} }`
  const headers = Object.entries({ ...JSON_BODY, ...request.headers })
  const fields = headers.map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)
  return `{ ${quoted(request.path)}, { ${fields.join(', ')} }, ${quoted(request.body)} }`
}

const script = ({ paths, headers = {} }: Load) => `
${Object.entries(headers)
  .map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`)
  .join('\n')}
local requests = { ${paths.map(inLua).join(',\n')} }
local at = 0
local posted = 0
request = function()
  at = at % #requests + 1
  local path, headers, body = unpack(requests[at])
  if body == nil then return wrk.format("GET", path) end
  posted = posted + 1
  local id = string.format("${randomBytes(4).toString('hex')}-0000-4000-8000-%012x", posted)
  return wrk.format("POST", path, headers, (string.gsub(body, "${FRESH_ID.replace('-', '%-')}", id)))
end
done = function(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d\\n", summary.requests, summary.duration,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end`

async function byWrk(load: Load): Promise<Speed> {
  const { origin, clients, seconds } = load
  using folder = temporaryFolder('wrk')
  const file = join(folder.path, 'paths.lua')
  writeFileSync(file, script(load))
  const options = ['-t1', `-c${clients}`, `-d${seconds}s`, '-s', file]
  const { stdout } = await promisify(execFile)('wrk', [...options, origin])
  const [requests = 0, microseconds = 1, errors = 0, p50 = 0, p99 = 0, slowest = 0] =
    /RESULT (.*)/.exec(stdout)?.[1]?.split(' ').map(Number) ?? []
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed at ${origin}`)
  return {
    perSecond: requests / (microseconds / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    slowest: slowest / 1000,
  }
}

async function byNode(load: Load): Promise<Speed> {
  const child = fork(join(import.meta.dirname, 'load-child.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(load)
  const [result] = (await once(child, 'message')) as [Speed | { failed: string }]
  child.disconnect()
  if ('failed' in result) throw new Error(result.failed)
  return result
}
