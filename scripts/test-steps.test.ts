import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repository } from './install.js'
import { readResult, selectChangedSteps, selectSteps } from './test-steps.js'

const folder = mkdtempSync(join(tmpdir(), 'steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface TestFile {
  name?: string
  status?: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
}

function stepWith(files: TestFile[]) {
  const report = join(folder, 'report.json')
  const testResults = files.map((file) => ({
    name: join(repository, 'a.test.ts'),
    status: 'passed',
    ...file,
  }))
  const tests = files.flatMap((file) => file.assertionResults)
  const numPassedTests = tests.filter((one) => one.status === 'passed').length
  writeFileSync(report, JSON.stringify({ numPassedTests, testResults }))
  return { report }
}

const PASSED = { status: 'passed', fullName: 'adds' }

test.each<[string, TestFile[], exitCode: number, failures: string[]]>([
  ['all pass', [{ assertionResults: [PASSED] }], 0, []],
  [
    'one fails',
    [
      {
        status: 'failed',
        assertionResults: [
          PASSED,
          { status: 'failed', fullName: 'takes', failureMessages: ['Error: 2\n  at here'] },
        ],
      },
    ],
    1,
    ['a.test.ts > takes: Error: 2'],
  ],
  [
    'a file does not load',
    [{ assertionResults: [PASSED] }, { status: 'failed', message: 'Cannot find it', assertionResults: [] }],
    1,
    ['a.test.ts: Cannot find it'],
  ],
  [
    'a test is skipped',
    [{ assertionResults: [PASSED, { status: 'skipped', fullName: 'takes' }] }],
    0,
    ['a.test.ts > takes: skipped'],
  ],
  ['something fails outside every test', [{ assertionResults: [PASSED] }], 1, ['exit code 1']],
])('a report is read when %s', (_, files, exitCode, failures) => {
  expect(readResult(stepWith(files), exitCode)).toEqual({ passed: 1, failures })
})

test('a Playwright report counts tests at every depth and failures outside them', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  })
  const missed =
    '\u001b[31mError: 2\u001b[39m\nCall log:\n  - waiting for a button\n\n   7 | test\n>  8 | tap()\n  at here'
  const inner = { title: 'at 390 px', specs: [spec('opens', 'unexpected', missed, 'answer 500')] }
  const file = {
    title: 'a.e2e.ts',
    specs: [spec('adds', 'expected'), spec('takes', 'skipped')],
    suites: [inner],
  }
  const report = join(folder, 'playwright.json')
  writeFileSync(report, JSON.stringify({ suites: [file], errors: [{ message: 'Cannot find it' }] }))
  expect(readResult({ report }, 1)).toEqual({
    passed: 1,
    failures: [
      'e2e/a.e2e.ts > takes: skipped',
      'e2e/a.e2e.ts > at 390 px > opens: Error: 2 · Call log: · - waiting for a button · answer 500',
      'e2e: Cannot find it',
    ],
  })
})

test('a step that ran no test fails', () => {
  expect(readResult(stepWith([]), 0)).toEqual({ passed: 0, failures: ['It ran no test.'] })
})

test('a step that wrote no report fails', () => {
  expect(readResult({ report: join(folder, 'absent.json') }, 0)).toEqual({
    passed: 0,
    failures: ['It left no report.'],
  })
})

test('a step without its own tests counts as one', () => {
  expect(readResult({}, 0)).toEqual({ passed: 1, failures: [] })
  expect(readResult({}, 2)).toEqual({ passed: 0, failures: ['exit code 2'] })
})

test('steps are selected by name with their requirements', () => {
  const names = (wanted: string[]) => selectSteps(wanted).map((step: { name: string }) => step.name)
  expect(names(['lint', 'format'])).toEqual(['format', 'lint'])
  expect(names(['journeys'])).toEqual(['build', 'journeys'])
  expect(names(['processes'])).toEqual(['build', 'processes'])
  expect(() => names(['jurneys'])).toThrow(/no step 'jurneys'. The steps are: format, types, lint/)
})

interface Step {
  name: string
  command: string[]
}
const stepsOf = (files: string[]) => selectChangedSteps(files) as Step[]
const argumentsOf = (steps: Step[], name: string, what: RegExp) =>
  steps.find((step) => step.name === name)?.command.filter((argument) => what.test(argument)) ?? []

test.each([
  [['server/reviews/service.ts', 'contract/reviews.ts'], ['e2e/reviews']],
  [
    ['web/saved-searches/SaveSearch.tsx', 'server/photos/rules.ts'],
    ['e2e/favourites', 'e2e/selling'],
  ],
  [['server/conversations/functions.sql'], ['e2e/conversations']],
  [['web/sellers/TrustSheet.tsx'], ['e2e/accounts/profile.e2e.ts', 'e2e/products']],
  [['web/pages/account/ProfilePage.tsx'], ['e2e/accounts']],
  [['web/platform/ui/Button.tsx'], ['e2e/pages/shell.e2e.ts']],
  [['e2e/search/browse.e2e.ts'], ['e2e/search/browse.e2e.ts']],
  [['e2e/people.ts', 'server/reviews/service.ts'], ['e2e']],
  [['docs/product.md', 'server/reviews/reviews.test.ts'], []],
])('a change of %j runs the journeys %j', (files, journeys) => {
  expect(argumentsOf(stepsOf(files), 'journeys', /^e2e/)).toEqual(journeys)
})

test.each([
  [['web/sellers/TrustSheet.tsx', 'web/sellers/Gone.tsx', 'docs/product.md'], ['web/sellers/TrustSheet.tsx']],
  [['web/sellers/TrustSheet.tsx', '.oxlintrc.json'], ['.']],
  [['web/sellers/Gone.tsx'], []],
])('a change of %j is linted by the files %j', (files, linted) => {
  expect(argumentsOf(stepsOf(files), 'lint', /\.tsx$|^\.$/)).toEqual(linted)
})

test.each([
  [['web/sellers/TrustSheet.tsx'], ['--grep', '\\(sellers/']],
  [
    ['web/platform/styles/gallery.css', 'web/search/FilterSheet.tsx'],
    ['--grep', '\\(search/|signed out'],
  ],
  [['web/search/FilterSheet.tsx', 'e2e/looks/market.ts'], []],
])('a change of %j runs the looks that it can break', (files, chosen) => {
  const command = stepsOf(files).find(({ name }) => name === 'looks')?.command ?? []
  expect(command.slice(command.indexOf('--reporter=list,json') + 1)).toEqual(chosen)
})

test.each([
  [['server/conversations/functions.sql'], 'server/conversations/message-list.test.ts'],
  [['contract/accounts/accounts.ts'], 'server/accounts/sessions/sessions.test.ts'],
  [['contract/plain-text.ts'], 'contract/plain-text.test.ts'],
  [['server/platform/db/migrations/0001_gone.sql'], 'server/platform/db/migrate.test.ts'],
  [['testing/accounts/people.ts'], 'server/favourites/favourites.test.ts'],
  [['scripts/install.js'], 'scripts/test-steps.test.ts'],
  [['web/reviews/reviews.test.tsx'], 'web/reviews/reviews.test.tsx'],
  [['README.md'], 'scripts/checks/docs-paths.test.ts'],
])('a change of %j runs %s but not everything', (files, expected) => {
  const tests = argumentsOf(stepsOf(files), 'unit', /\.test\.tsx?$/)
  expect(tests).toContain(expected)
  expect(tests).not.toContain('contract/sharing/short-links.test.ts')
})

test('a change of only documents checks no code', () => {
  const names = stepsOf(['docs/product.md']).map(({ name }) => name)
  expect(names).toEqual(['format', 'english', 'generated', 'unit'])
})

test('an unknown step prints the known names, a count and a failure', () => {
  const script = join(import.meta.dirname, 'test.js')
  const { status, stdout } = spawnSync(process.execPath, [script, 'units'], { encoding: 'utf8' })
  expect(stdout).toContain("There is no step 'units'. The steps are: format, types,")
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
  expect(status).toBe(1)
})
