import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SERVER_MAY_CALL, WEB_MAY_USE } from './domain-calls.ts'
import { importLines } from './import-lines.ts'
import { WALL_NAMES } from './import-walls.ts'

/** One file per line that breaks the wall of that name. */
const PLANTED: [wall: string, path: string, line: string][] = [
  ['sibling-or-root', 'server/search/a.ts', "import { b } from '../products/card.ts'"],
  ['sibling-or-root', 'server/search/b.ts', "import { b } from './deeper/card.ts'"],
  ['sibling-or-root', 'server/search/c.ts', "import { b } from './card'"],
  ['sibling-or-root', 'web/pages/c.ts', "export { b } from '#web/search/card'"],
  ['sibling-or-root', 'scripts/seed/d.ts', "import { b } from '../install.js'"],
  ['zod-mini', 'server/config/config.ts', "import * as z from 'zod'"],
  ['contract-alone', 'contract/a.ts', "import Fastify from 'fastify'"],
  ['roots-apart', 'contract/b.ts', "import type { Database } from '#server/platform/db/connect.ts'"],
  [
    'roots-apart',
    'server/platform/http/pages/pages.ts',
    "import type { Render } from '#web/app/entry-server.tsx'",
  ],
  ['roots-apart', 'web/app/a.ts', "import { connect } from '#server/platform/db/connect.ts'"],
  ['roots-apart', 'server/platform/db/a.ts', "import { ama } from '#testing/accounts/people.ts'"],
  ['roots-apart', 'e2e/a.ts', "const app = await import('#server/app.ts')"],
  ['queries-private', 'testing/accounts/people.ts', "import { insert } from '#server/products/queries.ts'"],
  ['queries-private', 'server/app.ts', "import { insert } from '#server/products/card-queries.ts'"],
  [
    'platform-below-domains',
    'server/platform/http/a.ts',
    "import type { Search } from '#server/search/service.ts'",
  ],
  ['platform-below-domains', 'server/platform/jobs/a.ts', "import { createApp } from '#server/app.ts'"],
  [
    'platform-below-domains',
    'server/platform/process/log.ts',
    "import { x } from '#server/moderation/reports/service.ts'",
  ],
  [
    'platform-order',
    'server/platform/db/b.ts',
    "import type { Storage } from '#server/platform/storage/storage.ts'",
  ],
  ['platform-below-domains', 'web/platform/forms/a.tsx', "import { Card } from '#web/products/Card.tsx'"],
  ['platform-order', 'web/platform/api/c.ts', "import { readQueue } from '#web/platform/offline/queue.ts'"],
  ['platform-order', 'server/platform/live/b.ts', "import { a } from '#server/platform/somewhere/a.ts'"],
  ['platform-rooms', 'server/platform/bridge.ts', "export * from '#server/platform/http/server.ts'"],
  ['domains-declared', 'server/products/b.ts', "import { list } from '#server/reviews/service.ts'"],
  ['domains-declared', 'server/reviews/c.ts', "import type { Row } from '#server/products/rules.ts'"],
  ['domains-declared', 'server/reviews/e.ts', "import { createContext } from '#server/context.ts'"],
  ['domains-declared', 'server/reviews/d.ts', "import { createApp } from '#server/app.ts'"],
  ['web-domains-apart', 'web/search/a.tsx', "import { Gallery } from '#web/products/Gallery.tsx'"],
  ['web-domains-apart', 'web/search/b.tsx', "import { Home } from '#web/pages/Home.tsx'"],
  ['web-roof', 'web/search/c.tsx', "import { Layout } from '#web/app/layout/Layout.tsx'"],
  ['ui-alone', 'web/platform/ui/a.tsx', "import { Router } from '#web/platform/router/Router.tsx'"],
  ['ui-alone', 'web/platform/ui/b.tsx', "import { useQuery } from '@tanstack/react-query'"],
  ['ui-alone', 'web/platform/ui/d.ts', "import { bar } from '#web/platform/config/Bar.tsx'"],
  ['ui-alone', 'web/platform/ui/c.ts', "import { useApi } from '#web/platform/api/api-context.ts'"],
  ['web-without-zod', 'web/pages/Home.tsx', "import * as z from 'zod/mini'"],
  ['web-without-zod', 'web/search/bar.ts', "import { SearchQuery } from '#contract/search/search.ts'"],
  ['web-without-zod', 'web/app/entry-client.tsx', "import { contract } from '#contract/contract.ts'"],
  ['module-state', 'server/search/last.ts', 'let last: string | undefined'],
  ['module-state', 'server/search/count.ts', 'export let count = 0'],
  ['module-state', 'server/search/known.ts', 'const known = new Map<string, string>()'],
  [
    'module-state',
    'server/search/cache.ts',
    'export const cache: LRUCache<string, Row> = new LRUCache({ max: 9 })',
  ],
  ['module-state', 'server/search/rows.ts', 'const rows: Row[] = []'],
  ['module-state', 'server/search/table.ts', 'const table: Record<string, Row> =\n  {}'],
  ['module-state', 'server/search/counts.ts', 'export const counts = createCounts()'],
  ['module-state', 'server/search/pool.ts', 'const pool = await openPool(url)'],
]

/** Files that break no wall. The first two, of the contract, load zod: directly, and through the other. */
const ALLOWED: [path: string, text: string][] = [
  [
    'contract/search/search.ts',
    "import * as z from 'zod/mini'\nimport { SORTS } from '#contract/selling/choices.ts'",
  ],
  ['contract/contract.ts', "import { search } from '#contract/search/search.ts'"],
  ['contract/selling/choices.ts', 'export const SORTS = []'],
  ['scripts/seed.ts', "import { words } from './seed/words.ts'"],
  ['server/main.ts', "import { createApp } from './app.ts'\nimport { seed } from '#demo/service.ts'"],
  [
    'server/search/service.ts',
    "import type { Context } from '#server/context.ts'\nimport { get } from '#server/products/service.ts'",
  ],
  [
    'server/search/routes.ts',
    "import { card } from '#server/products/card.ts'\nimport { q } from './queries.ts'",
  ],
  ['server/search/search.test.ts', "import { createTestDatabase } from '#testing/database.ts'\nlet ids = []"],
  [
    'server/search/words.ts',
    [
      "const WORDS: ReadonlySet<string> = new Set(['a', 'b'])",
      'const FEW: readonly string[] = []',
      'const PATTERN = new RegExp(`^${WORD}$`)',
      'const notes = new WeakMap<object, string>()',
      'function count() {\n  let n = 0\n  const found = new Map()\n}',
      'const find = () => new Map()',
    ].join('\n'),
  ],
  ['web/pages/Products.tsx', "import { Card } from '#web/products/Card.tsx'\nimport './products.css'"],
  [
    'web/products/Card.tsx',
    "import { viewer } from '#web/accounts/viewer.ts'\nimport { Icon } from '#web/platform/ui/Icon.tsx'",
  ],
  [
    'web/pages/Search.tsx',
    // Split in two, because this file itself would otherwise import it.
    ["import { bar } from '#web/search/bar.ts'\nconst form = () => import", "('#web/a/Form.tsx')"].join(''),
  ],
  [
    'web/pages/account/AuthPage.tsx',
    "import * as z from 'zod/mini'\nimport { field } from '#web/platform/forms/Field.tsx'",
  ],
  [
    'web/a/Form.tsx',
    "import { search } from '#contract/search/search.ts'\nimport { field } from '#web/platform/forms/Field.tsx'",
  ],
  ['web/platform/ui/Age.tsx', "import { useClock } from '#web/platform/ui/time/clock.ts'"],
  ['web/platform/ui/Link.tsx', "import { useNavigate } from '#web/platform/router/use-router.ts'"],
  [
    'web/search/url.ts',
    "import type { SearchQuery } from '#contract/search/search.ts'\nimport { SORTS } from '#contract/selling/choices.ts'",
  ],
]

const top = mkdtempSync(join(tmpdir(), 'walls-'))
afterAll(() => rmSync(top, { recursive: true }))

function check(tree: string, files: [path: string, text: string][]) {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(top, tree, path)), { recursive: true })
    writeFileSync(join(top, tree, path), text)
  }
  const script = join(import.meta.dirname, 'check-walls.ts')
  return spawnSync(process.execPath, [script, join(top, tree)], { encoding: 'utf8' })
}

test('every planted violation is reported under its name', () => {
  const planted = PLANTED.map(([, path, line]): [string, string] => [path, line])
  const { status, stderr } = check('broken', [...ALLOWED, ...planted])
  const reported = stderr.split('\n').filter((line) => /^\S+:\d+ {2}/.test(line))

  expect(reported.toSorted()).toEqual(PLANTED.map(([wall, path]) => `${path}:1  ${wall}`).toSorted())
  expect(status).toBe(1)
})

test('every wall has a violation planted', () => {
  expect([...new Set(PLANTED.map(([wall]) => wall))].toSorted()).toEqual(
    [...WALL_NAMES, 'module-state'].toSorted(),
  )
})

test('a folder may hold 25 code files without its tests', () => {
  const names = Array.from({ length: 25 }, (_, at): [string, string] => [`server/crowd/file-${at}.ts`, ''])
  const tests: [string, string] = ['server/crowd/file.test.ts', '']
  expect(check('full', [...names, tests]).stderr).toBe('')
  const { status, stderr } = check('crowded', [...names, ['server/crowd/more.ts', '']])
  expect(stderr).toMatch(/^server\/crowd:0 {2}crowded-folder/)
  expect(status).toBe(1)
})

test.each([
  ['server', SERVER_MAY_CALL],
  ['web', WEB_MAY_USE],
])('the domains of %s come after those they use, so that there are no cycles', (_, table) => {
  const order = Object.keys(table)
  const upward = Object.entries(table).flatMap(([domain, used]) =>
    used.filter((other) => !order.slice(0, order.indexOf(domain)).includes(other)),
  )
  expect(upward).toEqual([])
})

test('a tree without violations passes', () => {
  const { status, stderr, stdout } = check('sound', ALLOWED)
  expect(stderr).toBe('')
  expect(stdout).toBe('17 files, 25 imports, 0 through a wall\n')
  expect(status).toBe(0)
})

test('an empty tree fails, because a wrong folder must not pass', () => {
  expect(check('empty', [['notes.md', 'nothing to check']]).status).toBe(1)
})

test('all forms of imports are read', () => {
  const source = [
    "import './a.css'",
    'import {',
    '  one,',
    '  type Two,',
    "} from './b.ts'",
    "import type { Three } from './c.ts'",
    "export * from './d.ts'",
    "const lazy = () => import('./e.ts')",
    "// import { gone } from './f.ts'",
    "const text = 'not an import'",
  ].join('\n')
  expect(importLines(source)).toEqual([
    { specifier: './a.css', typeOnly: false, lazy: false, line: 1 },
    { specifier: './b.ts', typeOnly: false, lazy: false, line: 2 },
    { specifier: './c.ts', typeOnly: true, lazy: false, line: 6 },
    { specifier: './d.ts', typeOnly: false, lazy: false, line: 7 },
    { specifier: './e.ts', typeOnly: false, lazy: true, line: 8 },
  ])
})
