import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PageAssets } from '#contract/rendering/rendering.ts'
import { contentOf, writeReady } from '#server/platform/http/reply.ts'

export const SERVICE_WORKER = 'sw.js'

/** Files that the worker stores in addition to the code of every page. */
const PUBLIC_FILES = ['/offline.html', '/offline.css', '/icon.svg', '/favicon.ico', '/drawings/trotro.svg']

/** The worker stores a drawing when it is first shown and keeps it as long as the build. */
const DRAWINGS = 'drawings'

async function buildId(folder: string, files: string[]): Promise<string> {
  const hash = createHash('sha256')
  const drawings = (await readdir(join(folder, DRAWINGS))).toSorted()
  const all = [...files, ...drawings.map((name) => `/${DRAWINGS}/${name}`)]
  for (const file of all) hash.update(`${file}\n`).update(await readFile(join(folder, file)))
  return hash.digest('base64url').slice(0, 12)
}

/**
 * Serves the built worker, preceded by the list of files that it stores, so that a deploy changes its bytes and
 * browsers install it again.
 */
export async function addServiceWorker(
  app: FastifyInstance,
  { folder, assets }: { folder: string; assets: PageAssets },
): Promise<void> {
  const files = [assets.script, ...assets.styles(undefined), ...assets.preloads(undefined), ...PUBLIC_FILES]
  const shell = JSON.stringify({ build: await buildId(folder, files), files })
  const script = await readFile(join(folder, SERVICE_WORKER), 'utf8')
  const content = contentOf(`self.SHELL = ${shell};\n${script}`, true)
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  }
  app.get(`/${SERVICE_WORKER}`, (_request, reply) => writeReady(reply, { content, headers }))
}
