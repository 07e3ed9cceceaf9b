import { posix } from 'node:path'
import { PLATFORM_ROOMS, SERVER_MAY_CALL, SHARED_DOMAIN_FILES, WEB_MAY_USE, WIRING } from './domain-calls.ts'
import type { ImportLine } from './import-lines.ts'

/**
 * Location of a file: `server/accounts/phone/queries.ts` has root `server`, folder `accounts`, name
 * `queries.ts`.
 */
interface Location {
  path: string
  root: string
  folder: string
  name: string
  /** Room of the platform: `server/platform/http/pages/pages.ts` is in `http`. */
  platform: string
}

interface Crossing {
  from: Location
  /** Undefined for a package. */
  to: Location | undefined
  line: ImportLine
  fromTest: boolean
  /** True when the target, or something it loads, is zod. */
  bringsZod: boolean
  /** True if public pages load this file in the browser. */
  fromPublicPage: boolean
}

interface Wall {
  name: string
  /** Advice for the author. */
  advice: string
  isBroken: (crossing: Crossing) => boolean
}

export interface Violation {
  path: string
  line: number
  wall: string
  message: string
}

const SERVER_PLATFORM = ['platform', 'config']
const WEB_PLATFORM = ['app', 'pages', 'platform']
/** Pages of forms: they have few visits and load late, so they may use the contract's schemas. */
const FORM_PAGES = [
  'AuthPage',
  'ResetPasswordPage',
  'UpdatePasswordPage',
  'VerifyEmailPage',
  'ProfilePage',
  'SettingsPage',
  'ListingFormPage',
  'DecisionsPage',
  'AppealPage',
  'OutsideReportPage',
]
/** Domains with several separate rooms: `server/moderation/cases`. */
const WITH_ROOMS = ['moderation']

const MAY_IMPORT: Record<string, string[]> = {
  contract: ['contract'],
  server: ['server', 'contract'],
  demo: ['demo', 'server', 'contract'],
  web: ['web', 'contract', 'legal'],
  testing: ['testing', 'demo', 'server', 'web', 'contract'],
  e2e: ['e2e', 'testing', 'demo', 'contract'],
  bench: ['bench', 'scripts', 'testing', 'demo', 'server', 'contract'],
  scripts: ['scripts', 'testing', 'demo', 'server', 'contract'],
}

const isServerDomain = (file: Location): boolean =>
  file.root === 'server' && file.folder !== '' && !SERVER_PLATFORM.includes(file.folder)
const isWebDomain = (file: Location): boolean =>
  file.root === 'web' && file.folder !== '' && !WEB_PLATFORM.includes(file.folder)
const isWiring = (file: Location): boolean => WIRING.includes(file.path.replace('.test.ts', '.ts'))
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Roots without a '#' name may also import from their own folders: './seed/words.ts'. */
const isBeside = (from: Location, specifier: string): boolean =>
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
      return (
        !allowed.includes(to.root) &&
        !(fromTest && to.root === 'testing') &&
        !(isWiring(from) && to.root === 'demo')
      )
    },
  },
  {
    name: 'queries-private',
    advice: "SQL is private to its domain: call the domain's service instead",
    isBroken: ({ from, to }) =>
      to?.root === 'server' &&
      /^(.+-)?queries\.ts$/.test(to.name) &&
      (to.root !== from.root || to.folder !== from.folder || to.platform !== from.platform),
  },
  {
    name: 'platform-below-domains',
    advice: 'platform folders know no domain: take what is needed as a parameter, app.ts passes it',
    isBroken: ({ from, to, fromTest }) =>
      to !== undefined &&
      ((from.root === 'server' &&
        !isServerDomain(from) &&
        !isWiring(from) &&
        (isServerDomain(to) || isWiring(to))) ||
        (from.root === 'web' &&
          from.folder === 'platform' &&
          to.root === 'web' &&
          to.folder !== 'platform' &&
          !fromTest)),
  },
  {
    name: 'platform-order',
    advice: 'PLATFORM_ROOMS says which rooms a room of the platform may use: those before it',
    isBroken: ({ from, to, fromTest }) => {
      const rooms = PLATFORM_ROOMS[from.root]
      if (fromTest || !rooms || !to?.platform || !from.platform || to.root !== from.root) return false
      return rooms.indexOf(to.platform) > rooms.indexOf(from.platform) || !rooms.includes(to.platform)
    },
  },
  {
    name: 'platform-rooms',
    advice: 'a file of the platform belongs to one of its rooms, or the order would not hold for it',
    isBroken: ({ from, to }) =>
      [from, to].some(
        (file) => file?.folder === 'platform' && file.platform === '' && file.name.includes('.ts'),
      ),
  },
  {
    name: 'domains-declared',
    advice: 'a domain calls another through its service.ts alone, and only if SERVER_MAY_CALL says so',
    isBroken: ({ from, to, line, fromTest }) => {
      if (fromTest || !to || !isServerDomain(from)) return false
      if (isWiring(to)) return !(to.path === 'server/context.ts' && line.typeOnly)
      if (!isServerDomain(to) || to.folder === from.folder) return false
      const isOpen = to.name === 'service.ts' || SHARED_DOMAIN_FILES.includes(to.path)
      return !isOpen || !SERVER_MAY_CALL[from.folder]?.includes(to.folder)
    },
  },
  {
    name: 'web-domains-apart',
    advice: 'a web domain draws another only if WEB_MAY_USE says so: compose them in web/pages/',
    isBroken: ({ from, to }) =>
      isWebDomain(from) &&
      to?.root === 'web' &&
      (to.folder === 'pages' ||
        (isWebDomain(to) && to.folder !== from.folder && !WEB_MAY_USE[from.folder]?.includes(to.folder))),
  },
  {
    name: 'web-roof',
    advice: 'web/app is the roof, which no other folder imports: put what others need into web/platform/',
    isBroken: ({ from, to, fromTest }) =>
      from.root === 'web' && from.folder !== 'app' && to?.root === 'web' && to.folder === 'app' && !fromTest,
  },
  {
    name: 'ui-alone',
    advice:
      'web/platform/ui draws what it is given: it fetches nothing and imports no component of another room',
    isBroken: ({ from, to, line }) => {
      if (from.root !== 'web' || from.platform !== 'ui') return false
      if (!to) return line.specifier.startsWith('@tanstack/')
      if (to.root !== 'web' || to.platform === 'ui') return false
      return ['api', 'offline'].includes(to.platform) || to.name.endsWith('.tsx')
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

function locate(path: string): Location {
  const segments = path.split('/')
  const name = segments.at(-1) ?? ''
  return {
    path,
    name,
    root: segments.length > 1 ? (segments[0] ?? '') : '',
    folder: folderOf(segments),
    platform: segments[1] === 'platform' && segments.length > 3 ? (segments[2] ?? '') : '',
  }
}

/**
 * Returns `accounts` for server/accounts/phone/queries.ts, `moderation/cases` for
 * server/moderation/cases/rules.ts.
 */
function folderOf(segments: string[]): string {
  const [, domain = '', room = ''] = segments
  if (segments.length < 3) return ''
  return segments.length > 3 && WITH_ROOMS.includes(domain) ? `${domain}/${room}` : domain
}

function targetPath(from: string, specifier: string): string | undefined {
  const file = specifier.replace(/\?\w+$/, '')
  if (file.startsWith('#')) return file.slice(1)
  if (file.startsWith('.')) return posix.join(posix.dirname(from), file)
  return undefined
}

/** Files that load zod by themselves or through one of their imports. */
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

/** All files that the public pages load statically, through any number of imports. */
function filesOfPublicPages(files: Map<string, ImportLine[]>): Set<string> {
  const isFormPage = (path: string) =>
    path.startsWith('web/pages/staff/') ||
    FORM_PAGES.some((page) => path.startsWith('web/pages/') && path.endsWith(`/${page}.tsx`))
  const isEntry = (path: string) =>
    /^web\/(app\/entry-client|pages\/(\w+\/)?\w+)\.tsx$/.test(path) && !isTest(path) && !isFormPage(path)
  const reached = new Set([...files.keys()].filter(isEntry))
  // Iterating over a Set includes items added on the way.
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
        from: locate(path),
        to: target === undefined ? undefined : locate(target),
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
