import { posix } from 'node:path'
import type { ImportLine } from './import-lines.ts'

/** Where a file stands: `server/search/queries.ts` is root `server`, folder `search`, name `queries.ts`. */
interface Place {
  path: string
  root: string
  folder: string
  name: string
}

interface Crossing {
  from: Place
  /** Undefined for a package. */
  to: Place | undefined
  line: ImportLine
  fromTest: boolean
  /** True when the target, or something it loads, is zod. */
  bringsZod: boolean
  /** True when the browser of anyone on a public page loads this file. */
  fromPublicPage: boolean
}

interface Wall {
  name: string
  /** What to do instead. */
  advice: string
  isBroken: (crossing: Crossing) => boolean
}

export interface Violation {
  path: string
  line: number
  wall: string
  message: string
}

const SERVER_PLATFORM = ['http', 'db', 'images', 'storage', 'live', 'jobs', 'mail', 'sms', 'outbox', 'push']
const WEB_PLATFORM = ['app', 'pages', 'api', 'forms', 'photos', 'ui', 'styles', 'sw', 'live']
/** Pages of forms: few visit them and they load late, so they may check with the contract's schemas. */
const FORM_PAGES = [
  'AuthPage',
  'ResetPasswordPage',
  'UpdatePasswordPage',
  'VerifyEmailPage',
  'ProfilePage',
  'SettingsPage',
  'ListingFormPage',
]
const WIRING = ['server/app.ts', 'server/main.ts']
/** Cards of products and their sellers are told by several domains, so columns and mapping are shared as values. */
const SHARED_DOMAIN_FILES = ['server/products/card.ts', 'server/sellers/seller.ts']

const MAY_IMPORT: Record<string, string[]> = {
  contract: ['contract'],
  server: ['server', 'contract'],
  web: ['web', 'contract'],
  testing: ['testing', 'server', 'web', 'contract'],
  e2e: ['e2e', 'testing', 'contract'],
  bench: ['bench', 'scripts', 'testing', 'server', 'contract'],
  scripts: ['scripts', 'testing', 'server', 'contract'],
}

const isServerDomain = (place: Place): boolean =>
  place.root === 'server' && place.folder !== '' && !SERVER_PLATFORM.includes(place.folder)
const isWebDomain = (place: Place): boolean =>
  place.root === 'web' && place.folder !== '' && !WEB_PLATFORM.includes(place.folder)
const isWiring = (place: Place): boolean => WIRING.includes(place.path)
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Roots without a '#' name of their own may also reach into their folders: './seed/words.ts'. */
const isBeside = (from: Place, specifier: string): boolean =>
  ['scripts', 'bench', 'e2e'].includes(from.root)
    ? /^\.\/[^.].*\.\w+$/.test(specifier)
    : /^\.\/[^/]+\.\w+(\?\w+)?$/.test(specifier)

const WALLS: Wall[] = [
  {
    name: 'sibling-or-root',
    advice:
      "import './sibling.ts' from the same folder, anything else as '#root/path.ts', with its extension",
    isBroken: ({ from, line: { specifier } }) =>
      (specifier.startsWith('.') && from.root !== '' && !isBeside(from, specifier)) ||
      (specifier.startsWith('#') && !/^#\w+\/.+\.\w+(\?\w+)?$/.test(specifier)),
  },
  {
    name: 'zod-mini',
    advice: "import zod as 'zod/mini', so that one schema serves form, request and reply",
    isBroken: ({ line: { specifier } }) => /^zod(\/|$)/.test(specifier) && specifier !== 'zod/mini',
  },
  {
    name: 'contract-alone',
    advice: "the contract imports 'zod/mini' and its own files, nothing else",
    isBroken: ({ from, to, line, fromTest }) =>
      from.root === 'contract' && !to && !fromTest && line.specifier !== 'zod/mini',
  },
  {
    name: 'roots-apart',
    advice: 'what both sides need belongs in contract/, what only tests need in testing/',
    isBroken: ({ from, to, fromTest }) => {
      const allowed = MAY_IMPORT[from.root]
      if (!to || !allowed) return false
      return !allowed.includes(to.root) && !(fromTest && to.root === 'testing')
    },
  },
  {
    name: 'queries-private',
    advice: "SQL is private to its folder: call the domain's service instead",
    isBroken: ({ from, to }) =>
      to?.root === 'server' &&
      /^(.+-)?queries\.ts$/.test(to.name) &&
      posix.dirname(to.path) !== posix.dirname(from.path),
  },
  {
    name: 'platform-below-domains',
    advice: 'platform folders know no domain: take what is needed as a parameter, app.ts passes it',
    isBroken: ({ from, to }) =>
      from.root === 'server' &&
      !isServerDomain(from) &&
      !isWiring(from) &&
      to !== undefined &&
      (isServerDomain(to) || isWiring(to)),
  },
  {
    name: 'domains-by-type',
    advice: 'a domain sees another only by `import type` from its service.ts; app.ts passes the instance',
    isBroken: ({ from, to, line, fromTest }) => {
      if (fromTest || !to || !isServerDomain(from)) return false
      if (isWiring(to)) return true
      if (!isServerDomain(to) || to.folder === from.folder) return false
      return !SHARED_DOMAIN_FILES.includes(to.path) && !(line.typeOnly && to.name === 'service.ts')
    },
  },
  {
    name: 'web-domains-apart',
    advice: 'web domains know only themselves and accounts: compose them in web/pages/',
    isBroken: ({ from, to }) =>
      isWebDomain(from) &&
      to?.root === 'web' &&
      (to.folder === 'pages' || (isWebDomain(to) && to.folder !== from.folder && to.folder !== 'accounts')),
  },
  {
    name: 'ui-alone',
    advice:
      'web/ui draws what it is given: no domain, no fetching, of web/app only the contexts (its .ts files)',
    isBroken: ({ from, to, line }) => {
      if (from.root !== 'web' || !['ui', 'api'].includes(from.folder)) return false
      if (!to) return from.folder === 'ui' && line.specifier.startsWith('@tanstack/')
      if (to.root !== 'web' || to.folder === from.folder || to.folder === 'styles') return false
      return !(to.folder === 'app' && to.name.endsWith('.ts'))
    },
  },
  {
    name: 'web-without-zod',
    advice:
      'public pages load no zod: use `import type`, constants from a contract file without it (choices, regions, ' +
      'limits), or load the form with import()',
    isBroken: ({ fromPublicPage, line, bringsZod }) =>
      fromPublicPage && !line.typeOnly && !line.lazy && bringsZod,
  },
]

export const WALL_NAMES = WALLS.map((wall) => wall.name)

function placeOf(path: string): Place {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  return {
    path,
    name,
    root: parts.length > 1 ? (parts[0] ?? '') : '',
    folder: parts.length > 2 ? (parts[1] ?? '') : '',
  }
}

function targetPath(from: string, specifier: string): string | undefined {
  const file = specifier.replace(/\?\w+$/, '')
  if (file.startsWith('#')) return file.slice(1)
  if (file.startsWith('.')) return posix.join(posix.dirname(from), file)
  return undefined
}

/** The files that load zod when they are loaded: by themselves or through one of their imports. */
function filesBringingZod(files: Map<string, ImportLine[]>): Set<string> {
  const bringing = new Set<string>()
  const loadsZod = (path: string, { specifier, typeOnly }: ImportLine) =>
    !typeOnly && (/^zod(\/|$)/.test(specifier) || bringing.has(targetPath(path, specifier) ?? ''))
  for (let before = -1; before !== bringing.size;) {
    before = bringing.size
    for (const [path, lines] of files) {
      if (path.startsWith('contract/') && lines.some((line) => loadsZod(path, line))) bringing.add(path)
    }
  }
  return bringing
}

/** All that the public pages load at once, through however many imports. */
function filesOfPublicPages(files: Map<string, ImportLine[]>): Set<string> {
  const isFormPage = (path: string) => FORM_PAGES.some((page) => path === `web/pages/${page}.tsx`)
  const isEntry = (path: string) =>
    /^web\/(app\/entry-client|pages\/\w+)\.tsx$/.test(path) && !isTest(path) && !isFormPage(path)
  const reached = new Set([...files.keys()].filter(isEntry))
  // A Set's iteration goes on with what is added on the way.
  for (const path of reached) {
    for (const { specifier, typeOnly, lazy } of files.get(path) ?? []) {
      const target = targetPath(path, specifier)
      if (target?.startsWith('web/') && !typeOnly && !lazy) reached.add(target)
    }
  }
  return reached
}

/** Checks every import of every file; `files` maps a path from the repository's top to its imports. */
export function wallsBroken(files: Map<string, ImportLine[]>): Violation[] {
  const bringing = filesBringingZod(files)
  const ofPublicPages = filesOfPublicPages(files)
  const violations: Violation[] = []
  for (const [path, lines] of files) {
    for (const line of lines) {
      const target = targetPath(path, line.specifier)
      const crossing: Crossing = {
        from: placeOf(path),
        to: target === undefined ? undefined : placeOf(target),
        line,
        fromTest: isTest(path),
        fromPublicPage: ofPublicPages.has(path),
        bringsZod: target === undefined ? /^zod(\/|$)/.test(line.specifier) : bringing.has(target),
      }
      for (const wall of WALLS) {
        if (!wall.isBroken(crossing)) continue
        const message = `'${line.specifier}': ${wall.advice}.`
        violations.push({ path, line: line.line, wall: wall.name, message })
      }
    }
  }
  return violations
}
