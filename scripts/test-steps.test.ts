import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countTests, selectSteps, STEPS } from './test-steps.js'

const folder = mkdtempSync(join(tmpdir(), 'steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Outcome {
  passed?: number
  failed?: number
  pending?: number
  /** Files that could not be loaded. */
  broken?: number
}

function stepWith({ passed = 0, failed = 0, pending = 0, broken = 0 }: Outcome) {
  const report = join(folder, 'report.json')
  const testResults = Array.from({ length: broken }, () => ({ status: 'failed', assertionResults: [] }))
  const totals = { numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: 0 }
  writeFileSync(report, JSON.stringify({ ...totals, testResults }))
  return { report }
}

test.each<[string, Outcome, exitCode: number, expected: [passed: number, failed: number]]>([
  ['all pass', { passed: 7 }, 0, [7, 0]],
  ['some fail', { passed: 5, failed: 2 }, 1, [5, 2]],
  ['a file does not load', { passed: 5, broken: 1 }, 1, [5, 1]],
  ['a test is skipped', { passed: 5, pending: 2 }, 0, [5, 2]],
  ['an error outside every test', { passed: 5 }, 1, [5, 1]],
  ['no test ran', {}, 0, [0, 1]],
])('when %s, a step with a report counts so', (_, outcome, exitCode, [passed, failed]) => {
  expect(countTests(stepWith(outcome), exitCode)).toEqual({ passed, failed })
})

test('a step that wrote no report has failed', () => {
  expect(countTests({ report: join(folder, 'absent.json') }, 0)).toEqual({ passed: 0, failed: 1 })
})

test('a step without tests of its own counts as one', () => {
  expect(countTests({}, 0)).toEqual({ passed: 1, failed: 0 })
  expect(countTests({}, 2)).toEqual({ passed: 0, failed: 1 })
})

test('steps are selected by name, with what they need', () => {
  const names = (wanted: string[]) => selectSteps(wanted).map((step: { name: string }) => step.name)
  expect(names([])).toEqual(STEPS.map((step: { name: string }) => step.name))
  expect(names(['lint', 'format'])).toEqual(['format', 'lint'])
  expect(names(['journeys'])).toEqual(['build', 'journeys'])
})

test('an unknown step ends with the names there are, a count and a failure', () => {
  const script = join(import.meta.dirname, 'test.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'units'], { encoding: 'utf8' })
  expect(stderr).toContain("There is no step 'units'. The steps are: format, types,")
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
  expect(status).toBe(1)
})
