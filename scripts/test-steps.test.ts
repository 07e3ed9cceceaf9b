import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repository } from './install.js'
import { readResult, selectSteps, STEPS } from './test-steps.js'

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
])('when %s, a step with a report tells so', (_, files, exitCode, failures) => {
  expect(readResult(stepWith(files), exitCode)).toEqual({ passed: 1, failures })
})

test('a step that ran no test has failed', () => {
  expect(readResult(stepWith([]), 0)).toEqual({ passed: 0, failures: ['It ran no test.'] })
})

test('a step that wrote no report has failed', () => {
  expect(readResult({ report: join(folder, 'absent.json') }, 0)).toEqual({
    passed: 0,
    failures: ['It left no report.'],
  })
})

test('a step without tests of its own counts as one', () => {
  expect(readResult({}, 0)).toEqual({ passed: 1, failures: [] })
  expect(readResult({}, 2)).toEqual({ passed: 0, failures: ['exit code 2'] })
})

test('steps are selected by name, with what they need', () => {
  const names = (wanted: string[]) => selectSteps(wanted).map((step: { name: string }) => step.name)
  expect(names([])).toEqual(STEPS.map((step: { name: string }) => step.name))
  expect(names(['lint', 'format'])).toEqual(['format', 'lint'])
  expect(names(['journeys'])).toEqual(['build', 'journeys'])
})

test('an unknown step ends with the names there are, a count and a failure', () => {
  const script = join(import.meta.dirname, 'test.js')
  const { status, stdout } = spawnSync(process.execPath, [script, 'units'], { encoding: 'utf8' })
  expect(stdout).toContain("There is no step 'units'. The steps are: format, types,")
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
  expect(status).toBe(1)
})
