import { pageEntries } from '#contract/pages.ts'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Files of what some of the pages where people arrive share beside the layout, the first that has them all. */
const FILES: Record<string, readonly string[]> = {
  products: ['HomePage', 'ProductsPage'],
  people: ['ProductPage', 'SellerPage'],
  cards: ['HomePage', 'ProductsPage', 'SellerPage'],
}
const LAYOUT = 'web/app/entry-client.tsx'

/** Of every page, but for what a few pages of signed-in people use: changes, and many queries at once. */
const QUERIES =
  /node_modules[\\/]@tanstack[\\/].*[\\/](?!queriesObserver|useQueries|mutationObserver|useMutation)\w+\.js$/
/** What else many share. */
const OTHERS: Record<string, RegExp> = {
  // Of filters and small sheets as well, which need no forms.
  sheets: /[\\/](use-back-closes|logged-out)\.ts/,
  schemas: /node_modules[\\/]zod[\\/]|[\\/]contract[\\/]endpoint\.ts/,
  forms: /node_modules[\\/](react-hook-form|@hookform)[\\/]|[\\/]use-zod-form\.ts/,
  // Of small sheets as well, which need no schemas.
  fields:
    /[\\/]web[\\/]platform[\\/](forms[\\/]|ui[\\/](dialogs[\\/](Dialog|ConfirmDialog)|NewTabLink)\.tsx)/,
  accounts: /[\\/]contract[\\/]accounts[\\/](?!unknown-user)/,
  'sign-in':
    /[\\/]web[\\/]accounts[\\/](AuthCard|MailButton|oauth|passwords|phone-sign-in|registration|sessions[\\/](sign-in-needs|use-sign-in)|two-factor[\\/]TwoFactorStep)/,
}
/** What starts on every page for signed-in people, in two files: the sheet of a first message needs only one of them. */
const SIGNED_IN = 'web/app/start-signed-in.ts'
const FIRST_MESSAGE = 'web/conversations/first-message/MessageSheet.tsx'

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
  let imported: ReturnType<typeof look> | undefined
  const look = (modules: Modules) => ({
    layout: importedBy(`${root}/${LAYOUT}`, modules),
    signedIn: importedBy(`${root}/${SIGNED_IN}`, modules),
    firstMessage: importedBy(`${root}/${FIRST_MESSAGE}`, modules),
    pages: pages.map((page) => [page, importedBy(`${root}/web/pages/${page}.tsx`, modules)] as const),
  })
  function fileOf(id: string, modules: Modules) {
    // It waits for the page, whose code waits for all that it imports; and its styles are those of the site.
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
  // What all share first: a group takes along what its modules import.
  return ['shared', ...Object.keys(FILES).toReversed(), ...Object.keys(OTHERS), 'outbox', 'own'].map(
    (file) => ({
      name: (id: string, modules: Modules) => (fileOf(id, modules) === file ? file : null),
      debugName: file,
      // The layout is one file with what pages share of it.
      minShareCount: file === 'shared' ? 1 : 2,
    }),
  )
}
