import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const top = mkdtempSync(join(tmpdir(), 'lint-'))
afterAll(() => rmSync(top, { recursive: true }))

const lines = (count: number, line: string): string => `${line}\n`.repeat(count)
const functionOf = (count: number): string =>
  `export function long(n: number): number {\n  let m = n\n${lines(count, '  m += n')}  return m\n}\n`
const branches = (count: number): string =>
  `export function wide(n: number): string {\n${lines(count, "  if (n > 1) return 'x'")}  return 'y'\n}\n`

/** One file per rule that breaks it, because a misspelt or disabled rule would pass silently. */
const PLANTED: [rule: string, path: string, text: string][] = [
  ['eslint(max-lines)', 'server/search/long.ts', lines(301, '// a line')],
  ['eslint(max-lines-per-function)', 'server/search/function.ts', functionOf(60)],
  ['eslint(max-lines-per-function)', 'web/search/Long.tsx', functionOf(120)],
  ['eslint(complexity)', 'server/search/wide.ts', branches(12)],
  ['eslint(no-console)', 'server/search/console.ts', "console.log('x')\n"],
  ['eslint(no-warning-comments)', 'server/search/later.ts', ['// ', 'TODO', ' finish\n'].join('')],
  ['eslint(no-eval)', 'web/search/eval.ts', 'export const run = (text: string): unknown => eval(text)\n'],
  [
    'eslint(no-new-func)',
    'server/search/new-function.ts',
    'export const make = (text: string) => new Function(text)\n',
  ],
  [
    'typescript(no-implied-eval)',
    'web/search/implied-eval.ts',
    'export const later = (text: string) => setTimeout(text, 1)\n',
  ],
  ['import(no-default-export)', 'server/search/default.ts', 'export default 1\n'],
  [
    'import(no-cycle)',
    'server/search/cycle.ts',
    "import { b } from './cycle-b.ts'\nexport const a = () => b()\n",
  ],
  [
    'import(no-cycle)',
    'server/search/cycle-b.ts',
    "import { a } from './cycle.ts'\nexport const b = (): void => a()\n",
  ],
  ['oxc(no-barrel-file)', 'server/search/barrel.ts', "export * from './cycle.ts'\n"],
  ['node(no-process-env)', 'server/search/env.ts', 'export const port = process.env.PORT\n'],
  ['typescript(no-explicit-any)', 'contract/any.ts', 'export const parse = (x: any): number => Number(x)\n'],
  ['typescript(no-floating-promises)', 'server/search/floating.ts', 'void 0\nPromise.resolve(1)\n'],
  ['typescript(no-misused-promises)', 'web/search/misused.ts', 'if (Promise.resolve(true)) void 0\n'],
  [
    'typescript(no-unsafe-return)',
    'server/search/unsafe.ts',
    "export const read = (): string => JSON.parse('1')\n",
  ],
  [
    'typescript(no-non-null-assertion)',
    'web/search/null.ts',
    'export const first = (x: string[]) => x[0]!\n',
  ],
  ['jsx-a11y(alt-text)', 'web/search/Photo.tsx', 'export const Photo = () => <img src="/a.jpg" />\n'],
  ['react(button-has-type)', 'web/search/Button.tsx', 'export const Button = () => <button>Go</button>\n'],
  [
    'vitest(no-focused-tests)',
    'server/search/focus.test.ts',
    "import { test } from 'vitest'\ntest.only('x', () => expect(1))\n",
  ],
  [
    'vitest(expect-expect)',
    'server/search/empty.test.ts',
    "import { test } from 'vitest'\ntest('x', () => {})\n",
  ],
  [
    'eslint(no-restricted-globals)',
    'server/search/sleep.test.ts',
    'export const pause = () => new Promise((resolve) => setTimeout(resolve, 50))\n',
  ],
  [
    'eslint(no-restricted-imports)',
    'testing/sleep.ts',
    "import { setTimeout as sleep } from 'node:timers/promises'\nexport const pause = () => sleep(50)\n",
  ],
  [
    'eslint(no-restricted-properties)',
    'testing/scale/elapsed.scale.ts',
    'export const startedAt = performance.now()\n',
  ],
  [
    'eslint(no-restricted-properties)',
    'e2e/search/pause.e2e.ts',
    'export const pause = (page: { waitForTimeout(ms: number): Promise<void> }) => page.waitForTimeout(50)\n',
  ],
  [
    'vitest(no-restricted-vi-methods)',
    'server/search/wait.test.ts',
    "import { vi } from 'vitest'\nexport const wait = () => vi.waitFor(() => true)\n",
  ],
]

const ALLOWED: [path: string, text: string][] = [
  ['server/search/long.test.ts', `${lines(301, '// a line')}export const last = 1\n`],
  ['server/platform/db/schema.ts', lines(301, '// a line')],
  ['server/search/function-of-60.ts', functionOf(56)],
  ['web/search/LongEnough.tsx', functionOf(116)],
  ['server/search/narrow.ts', branches(11)],
  ['scripts/console.ts', "console.log('x')\n"],
  ['vite.config.ts', 'export default {}\n'],
  ['server/config/config.ts', 'export const port = process.env.PORT\n'],
  [
    'server/search/turn.test.ts',
    "import { setImmediate } from 'node:timers/promises'\nexport const turn = () => setImmediate()\n",
  ],
]

interface Report {
  diagnostics: { code: string; filename: string }[]
}

function lint(): Report['diagnostics'] {
  for (const [path, text] of [...PLANTED.map(([, ...planted]) => planted), ...ALLOWED]) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  copyFileSync(join(repository, '.oxlintrc.json'), join(top, '.oxlintrc.json'))
  const compilerOptions = {
    strict: true,
    module: 'esnext',
    target: 'es2024',
    jsx: 'react-jsx',
    types: ['node'],
    typeRoots: [join(repository, 'node_modules', '@types')],
  }
  writeFileSync(join(top, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const command = join(repository, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const { stdout } = spawnSync(process.execPath, [command, '--format=json', '.'], {
    cwd: top,
    encoding: 'utf8',
    env: { ...process.env, OXLINT_TSGOLINT_PATH: join(repository, 'node_modules', '.bin', 'tsgolint') },
  })
  return (JSON.parse(stdout) as Report).diagnostics
}

const found = lint().map(({ code, filename }) => `${filename.replace(`${top}/`, '')} ${code}`)

test.each(PLANTED)('%s is reported in %s', (rule, path) => {
  expect(found).toContain(`${path} ${rule}`)
})

test.each(ALLOWED)('%s passes', (path) => {
  expect(found.filter((line) => line.startsWith(`${path} `))).toEqual([])
})
