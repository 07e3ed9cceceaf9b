import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseSync, type Plugin } from 'vite'
import { pageEntries } from '#contract/pages.ts'
import { firstViewStyles, UNKNOWN } from './first-view-styles.ts'

type Manifest = Record<string, { css?: string[] }>
type ModuleOf = (
  id: string,
) => { code: string | null; importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null

const LAYOUT = '/web/app/App.tsx'
const ENTRY = 'web/app/entry-client.tsx'
/** Components whose code is loaded before a page is rendered, so that they are in the HTML. */
const PREPARED = ['/web/search/on-demand.tsx', '/web/search/LazyFilterForm.tsx']

/** All texts in the code, which include the names of its elements and classes. */
function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, value, tail } = node as { type?: string; value?: unknown; tail?: boolean }
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'TemplateElement') return [(value as { raw: string }).raw + (tail ? '' : UNKNOWN)]
  return Object.values(node).flatMap(textsOf)
}

type Texts = Map<string, string[]>

/**
 * Texts of a module and of everything that the server renders with it; lazy code comes after the whole
 * stylesheet.
 */
function textsOfModules(moduleOf: ModuleOf, id: string, found: Texts = new Map()): Texts {
  const module = moduleOf(id)
  if (!module || found.has(id) || id.includes('/node_modules/')) return found
  found.set(id, textsOf(parseSync('page.js', module.code ?? '').program))
  const drawn = PREPARED.some((file) => id.endsWith(file)) ? module.dynamicallyImportedIds : []
  for (const imported of [...module.importedIds, ...drawn]) textsOfModules(moduleOf, imported, found)
  return found
}

/**
 * Writes `first-view.json` beside the server's pages: the styles that each landing page carries in its HTML.
 * They come from the stylesheet that the browser's build has just made.
 */
export const firstViewPlugin = (clientFolder: string): Plugin => ({
  name: 'first-view-styles',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  async writeBundle({ dir = '' }) {
    const manifest = JSON.parse(await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest
    const sheets = manifest[ENTRY]?.css ?? []
    const css = (await Promise.all(sheets.map((name) => readFile(join(clientFolder, name), 'utf8')))).join('')
    const ids = [...this.getModuleIds()]
    const moduleOf: ModuleOf = (id) => this.getModuleInfo(id)
    const layout = ids.find((id) => id.endsWith(LAYOUT)) ?? this.error(`The build has no ${LAYOUT}`)
    const components = pageEntries.flatMap(([, page]) => (page.paintsFirst ? [page.component] : []))
    const styles = components.map((component) => {
      const page = ids.find((id) => id.includes('/web/pages/') && basename(id) === `${component}.tsx`)
      if (!page) this.error(`The build has no page ${component}`)
      const texts = textsOfModules(moduleOf, page, textsOfModules(moduleOf, layout))
      return [component, firstViewStyles(css, [...texts.values()].flat())]
    })
    await writeFile(join(dir, 'first-view.json'), JSON.stringify(Object.fromEntries(styles)))
  },
})
