import { pageEntries } from '#contract/pages.ts'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Files shared by some landing pages, in addition to the layout; a module goes to the first file that
 * matches.
 */
const FILES: Record<string, readonly string[]> = {
  products: ['HomePage', 'ProductsPage'],
  people: ['ProductPage', 'SellerPage'],
  cards: ['HomePage', 'ProductsPage', 'SellerPage'],
}
const LAYOUT = 'web/app/entry-client.tsx'

/** Query code of every page, except changes and parallel queries, which only a few signed-in pages need. */
const QUERIES =
  /node_modules[\\/]@tanstack[\\/].*[\\/](?!queriesObserver|useQueries|mutationObserver|useMutation)\w+\.js$/
/** Other widely shared code. */
const OTHERS: Record<string, RegExp> = {
  // Also for filters and small sheets, which need no forms.
  sheets: /[\\/](use-back-closes|logged-out)\.ts/,
  schemas: /node_modules[\\/]zod[\\/]|[\\/]contract[\\/]endpoint\.ts/,
  forms: /node_modules[\\/](react-hook-form|@hookform)[\\/]|[\\/]use-zod-form\.ts/,
  // Also for small sheets, which need no schemas.
  fields:
    /[\\/]web[\\/]platform[\\/](forms[\\/]|ui[\\/](dialogs[\\/](Dialog|ConfirmDialog)|NewTabLink)\.tsx)/,
  accounts: /[\\/]contract[\\/]accounts[\\/](?!unknown-user)|[\\/]end-reason\.ts/,
  'sign-in':
    /[\\/]web[\\/]accounts[\\/](AuthCard|MailButton|oauth|passwords|phone-sign-in|registration|sessions[\\/](sign-in-needs|use-sign-in)|two-factor[\\/]TwoFactorStep)|[\\/]ui[\\/]pictures[\\/]Thumbnail/,
}
/**
 * Code that starts on every page for signed-in people, in two files: the sheet of a first message needs only
 * one of them.
 */
const SIGNED_IN = 'web/app/start-signed-in.ts'
const FIRST_MESSAGE = 'web/conversations/first-message/MessageSheet.tsx'

/**
 * A module and all our modules that it imports statically; packages' entry files name more than the used
 * part.
 */
function importedBy(id: string, modules: Modules, found = new Set<string>()) {
  if (found.has(id) || id.includes('/node_modules/')) return found
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) importedBy(imported, modules, found)
  return found
}

/**
 * Groups for the bundler, for code that several pages load: few, because each costs a request and a line in
 * the list on every page, and none that makes a landing page load unused code.
 */
export function publicCode(root: string) {
  const pages = pageEntries.flatMap(([, page]) => (page.paintsFirst ? [page.component] : []))
  let imported: ReturnType<typeof look> | undefined
  const look = (modules: Modules) => ({
    layout: importedBy(`${root}/${LAYOUT}`, modules),
    signedIn: importedBy(`${root}/${SIGNED_IN}`, modules),
    firstMessage: importedBy(`${root}/${FIRST_MESSAGE}`, modules),
    pages: pages.map((page) => [page, importedBy(`${root}/web/pages/${page}.tsx`, modules)] as const),
  })
  function fileOf(id: string, modules: Modules) {
    // The layout waits for the page, whose code waits for all its imports; and its styles are the site's.
    if (id.endsWith(LAYOUT) || id.endsWith('.css')) return undefined
    imported ??= look(modules)
    if (QUERIES.test(id) || imported.layout.has(id)) return 'shared'
    const users = imported.pages.flatMap(([page, found]) => (found.has(id) ? [page] : []))
    if (users.length === 0) {
      const other = Object.keys(OTHERS).find((name) => OTHERS[name]?.test(id))
      if (other || !imported.signedIn.has(id)) return other
      return imported.firstMessage.has(id) ? 'outbox' : 'own'
    }
    const file = Object.keys(FILES).find((name) => users.every((page) => FILES[name]?.includes(page)))
    return file ?? (users.length > 1 ? 'shared' : undefined)
  }
  // Shared code comes first: a group includes everything that its modules import.
  return ['shared', ...Object.keys(FILES).toReversed(), ...Object.keys(OTHERS), 'outbox', 'own'].map(
    (file) => ({
      name: (id: string, modules: Modules) => (fileOf(id, modules) === file ? file : null),
      debugName: file,
      // The layout and the code it shares with pages are one file.
      minShareCount: file === 'shared' ? 1 : 2,
    }),
  )
}
