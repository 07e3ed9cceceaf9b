import { pageEntries } from '#contract/pages.ts'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Which file has what a page needs beside the layout; pages that share much have one. */
const FILES: Record<string, string> = { HomePage: 'products', ProductsPage: 'products' }
const LAYOUT = 'web/app/entry-client.tsx'

/** Of every page, but for what a few pages of signed-in people use: changes, and many queries at once. */
const QUERIES =
  /node_modules[\\/]@tanstack[\\/].*[\\/](?!queriesObserver|useQueries|mutationObserver|useMutation)\w+\.js$/
/** What else many share. */
const OTHERS: Record<string, RegExp> = {
  schemas: /node_modules[\\/]zod[\\/]|[\\/]contract[\\/]endpoint\.ts/,
  forms: /node_modules[\\/](react-hook-form|@hookform)[\\/]|[\\/]use-zod-form\.ts/,
  // Of small sheets as well, which need no schemas.
  fields: /[\\/]web[\\/]platform[\\/](forms[\\/]|ui[\\/](Dialog|ConfirmDialog|NewTabLink)\.tsx)/,
}

/** The module and all of ours that it imports at once: the entries of packages name more than is used of them. */
function importedBy(id: string, modules: Modules, found = new Set<string>()) {
  if (found.has(id) || id.includes('/node_modules/')) return found
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) importedBy(imported, modules, found)
  return found
}

/**
 * Files of what several places of the site load, as groups for the bundler: few, since each costs a request and a line
 * in the list that every page brings, and none that brings a page where people arrive what it does not draw.
 */
export function publicCode(root: string) {
  const pages = pageEntries.flatMap(([, page]) => (page.paintsFirst ? [page.component] : []))
  let wanted: (readonly [file: string, modules: Set<string>])[] | undefined
  function fileOf(id: string, modules: Modules) {
    // It waits for the page, whose code waits for all that it imports; and its styles are those of the site.
    if (id.endsWith(LAYOUT) || id.endsWith('.css')) return undefined
    if (QUERIES.test(id)) return 'shared'
    wanted ??= [
      ['shared', importedBy(`${root}/${LAYOUT}`, modules)],
      ...pages.map(
        (page) => [FILES[page] ?? 'people', importedBy(`${root}/web/pages/${page}.tsx`, modules)] as const,
      ),
    ]
    const files = new Set(wanted.flatMap(([file, imported]) => (imported.has(id) ? [file] : [])))
    if (files.size > 0) return files.has('shared') || files.size > 1 ? 'shared' : [...files][0]
    return Object.keys(OTHERS).find((file) => OTHERS[file]?.test(id))
  }
  // What all share first: a group takes along what its modules import.
  return ['shared', 'products', 'people', ...Object.keys(OTHERS)].map((file) => ({
    name: (id: string, modules: Modules) => (fileOf(id, modules) === file ? file : null),
    debugName: file,
    // The layout is one file with what pages share of it.
    minShareCount: file === 'shared' ? 1 : 2,
  }))
}
