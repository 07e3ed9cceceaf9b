import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageAssets, PageRenderer } from '#contract/rendering/rendering.ts'
import type { WebPages } from './pages.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
type Manifest = Record<string, Chunk>

const ENTRY = 'web/app/entry-client.tsx'

function chunksOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  for (const imported of manifest[key]?.imports ?? []) {
    if (found.has(imported)) continue
    found.add(imported)
    chunksOf(manifest, imported, found)
  }
  return found
}

/** Chunks that import the page's file dynamically, if the entry does not do so itself. */
function dynamicImportersOf(manifest: Manifest, page: string, shared: Set<string>): string[] {
  const named = [ENTRY, ...shared].flatMap((key) => manifest[key]?.dynamicImports ?? [])
  return named.includes(page) ? [] : named.filter((key) => manifest[key]?.dynamicImports?.includes(page))
}

/** Scripts and styles that the build embeds in the HTML. */
interface Inline {
  starter: string
  firstViews: Partial<Record<string, string>>
}

function assetsOf(manifest: Manifest, { starter, firstViews }: Inline): PageAssets {
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The build has no ${ENTRY}`)
  const shared = chunksOf(manifest, ENTRY)
  const address = (key: string) => `/${manifest[key]?.file}`
  const pageFiles = new Map(Object.keys(manifest).map((file) => [basename(file, '.tsx'), file]))
  const fileOf = (component: string | undefined) => component && pageFiles.get(component)
  const known = new Map<string, string[]>()
  return {
    script: `/${entry.file}`,
    starter,
    firstViewStyles: (component = '') => firstViews[component],
    styles(component) {
      const page = fileOf(component)
      const chunks = page ? [page, ...chunksOf(manifest, page)] : []
      const files = [ENTRY, ...chunks].flatMap((key) => manifest[key]?.css ?? [])
      return [...new Set(files)].map((file) => `/${file}`)
    },
    preloads(component) {
      const page = fileOf(component) ?? ''
      const cached = known.get(page)
      if (cached) return cached
      const chunks = new Set(shared)
      const pageChunks = page
        ? [...dynamicImportersOf(manifest, page, shared), page, ...chunksOf(manifest, page)]
        : []
      for (const chunk of pageChunks) chunks.add(chunk)
      chunks.delete(ENTRY)
      const addresses = [...chunks].map(address)
      known.set(page, addresses)
      return addresses
    },
  }
}

/** The pages of `npm run build`. */
export async function builtPages(distFolder: string): Promise<WebPages> {
  const read = (name: string) => readFile(join(distFolder, name), 'utf8')
  const manifest = JSON.parse(await read('client/.vite/manifest.json')) as Manifest
  const inline = {
    starter: (await read('server/starter.js')).trim(),
    firstViews: JSON.parse(await read('server/first-view.json')) as Inline['firstViews'],
  }
  const entry = pathToFileURL(join(distFolder, 'server/entry-server.js')).href
  const renderer = (await import(entry)) as PageRenderer
  return { renderer: async () => renderer, assets: assetsOf(manifest, inline), cached: true }
}
