import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findChange, journeysOf, looksOf, testsOf } from './changed.js'
import { ensureBrowsers } from '#scripts/programs/chromium.js'
import { repository } from './install.js'
import { ensurePrometheus } from '#scripts/programs/prometheus.js'
import { findProxies } from '#scripts/programs/proxies.js'
import { ensureRedis } from '#scripts/programs/redis.js'
import { ensureVarnish } from '#scripts/programs/varnish.js'

const bin = (packageName, file) => join(repository, 'node_modules', packageName, file)
const VITEST = bin('vitest', 'vitest.mjs')
const LINTER = bin('oxlint', 'bin/oxlint')
const reports = join(repository, '.cache', 'test-reports')
const INFRASTRUCTURE = ['--config', 'vitest.infrastructure.config.ts']
/** This test waits for photos, which the server encodes at the lowest priority, so it runs alone. */
const ALONE = 'testing/scale/killed-photos.infrastructure.test.ts'

/** A step of vitest, with its own report file. */
function vitestStep(name, title, args, rest = {}) {
  const report = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, title, report, command: [VITEST, 'run', ...args, ...reporters], ...rest }
}

/** A step of Playwright in Chromium. */
function browserStep(name, title, args) {
  const report = join(reports, `${name}.json`)
  return {
    name,
    title,
    report,
    command: [bin('@playwright/test', 'cli.js'), 'test', ...args, '--reporter=list,json'],
    needs: ['build'],
    environment: () => ({ ...ensureBrowsers(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  }
}

// The build records its sources; otherwise `npm start` in a test would rebuild the pages that others use.
const BUILD = { name: 'build', title: 'Build', command: ['scripts/build-pages.js'] }

/**
 * Steps of `npm test`, which need only Node and Chromium. A step with a report counts its tests; any other is
 * a quick check and counts as one test.
 */
export const TESTS = [
  { name: 'format', title: 'Format', command: [bin('oxfmt', 'bin/oxfmt'), '--check', '.'] },
  { name: 'types', title: 'Types', command: [bin('typescript', 'bin/tsc'), '--build'] },
  { name: 'lint', title: 'Lint', command: [LINTER, '.'] },
  { name: 'walls', title: 'Import walls', command: ['scripts/checks/check-walls.ts'] },
  { name: 'english', title: 'English', command: ['scripts/checks/check-english.ts'] },
  { name: 'dead-code', title: 'Dead code', command: [bin('knip', 'bin/knip.js'), '--no-progress'] },
  { name: 'generated', title: 'Generated files', command: ['scripts/generate.ts', '--check'] },
  vitestStep('unit', 'Rules, domains and components', []),
  BUILD,
  browserStep('journeys', 'Journeys in Chromium', []),
  browserStep('looks', 'Every page and everything that opens', ['--config', 'playwright.looks.config.ts']),
]

/** Steps of `npm run test:infrastructure`: other programs, several processes and killed servers. */
export const INFRASTRUCTURE_TESTS = [
  BUILD,
  vitestStep(
    'processes',
    'Other programs, several processes, kills',
    [...INFRASTRUCTURE, '--exclude', ALONE],
    {
      needs: ['build'],
      environment: () => {
        ensurePrometheus()
        return { REDIS_SERVER: ensureRedis(), VARNISH: ensureVarnish(), ...findProxies() }
      },
    },
  ),
  vitestStep('uploads', 'Killed uploads', [...INFRASTRUCTURE, ALONE], { needs: ['build'] }),
]

const STEPS = [...new Set([...TESTS, ...INFRASTRUCTURE_TESTS])]

/**
 * Changed code that still exists, because linting everything takes as long as all other checks; everything
 * after a change of settings.
 */
function lintedOf(files) {
  if (files.some((file) => file.endsWith('.json'))) return ['.']
  return files.filter((file) => /\.(tsx?|js)$/.test(file) && existsSync(join(repository, file)))
}

/** Steps for a change: the relevant quick checks, and the tests and journeys of its domains. */
export function selectChangedSteps(files = findChange()) {
  const isCode = files.some((file) => /\.(tsx?|js|json)$/.test(file))
  const isGenerated = files.some((file) => /^contract\/|\.(sql|md)$/.test(file))
  const [unit, journeys, looks, lint] = [testsOf(files), journeysOf(files), looksOf(files), lintedOf(files)]
  const names = [
    'format',
    'english',
    ...(isCode ? ['types', 'walls', 'dead-code'] : []),
    ...(lint.length > 0 ? ['lint'] : []),
    ...(isGenerated ? ['generated'] : []),
    ...(unit.length > 0 ? ['unit'] : []),
    ...(journeys.length > 0 ? ['journeys'] : []),
    ...(looks ? ['looks'] : []),
  ]
  const further = { unit, journeys, looks }
  return selectSteps(names).map((step) => ({
    ...step,
    command: step.name === 'lint' ? [LINTER, ...lint] : [...step.command, ...(further[step.name] ?? [])],
  }))
}

/** The named steps and their requirements, in order. Throws on an unknown name. */
export function selectSteps(names) {
  for (const name of names) {
    if (STEPS.some((step) => step.name === name)) continue
    throw new Error(
      `There is no step '${name}'. The steps are: ${STEPS.map((step) => step.name).join(', ')}.`,
    )
  }
  const wanted = new Set(names)
  for (const step of STEPS) if (wanted.has(step.name)) for (const need of step.needs ?? []) wanted.add(need)
  return STEPS.filter((step) => wanted.has(step.name))
}

export function clearReports() {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
}

/** The line of a failure that names the cause; the rest is printed at the failure. */
const firstLine = (messages) =>
  stripVTControlCharacters((messages ?? []).join('\n'))
    .trim()
    .split('\n')[0] ?? ''

const JOURNEY_LINES = 8

/** The part of a journey's errors before the quoted source: the expectation, and the browser's complaints. */
const journeyLines = (errors) =>
  errors
    .flatMap(({ message }) => {
      const lines = stripVTControlCharacters(message ?? '').split('\n')
      const source = lines.findIndex((line) => /^\s*>?\s*\d+ \|/.test(line))
      const said = lines.slice(0, source < 0 ? undefined : source).map((line) => line.trim())
      return said.filter((line) => line && !line.startsWith('at ')).slice(0, JOURNEY_LINES)
    })
    .join(' · ')

/** Tests in vitest's report. A file that does not load counts as a test. */
const testsOfVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(repository, name)
    const tests = assertionResults.map((test) => ({
      name: `${file} > ${test.fullName}`,
      status: test.status,
      message: firstLine(test.failureMessages),
    }))
    const isBroken = status === 'failed' && tests.every((test) => test.status === 'passed')
    return isBroken ? [...tests, { name: file, status, message: firstLine([message]) }] : tests
  })

const testsOfSuite = ({ title, specs, suites = [] }) => [
  ...specs.flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      name: `${title} > ${spec.title}`,
      status: status === 'expected' ? 'passed' : status,
      message: journeyLines(results.flatMap(({ errors }) => errors)),
    })),
  ),
  ...suites.flatMap((suite) => testsOfSuite({ ...suite, title: `${title} > ${suite.title}` })),
]

/** Tests in Playwright's report; `errors` are those outside every test. */
const testsOfPlaywright = ({ suites, errors }) => [
  ...suites.flatMap((suite) => testsOfSuite({ ...suite, title: `e2e/${suite.title}` })),
  ...errors.map((error) => ({ name: 'e2e', status: 'failed', message: journeyLines([error]) })),
]

/** Number of a step's passed tests at this exit code, and its failures; a skipped test proves nothing. */
export function readResult(step, exitCode) {
  const ok = exitCode === 0
  if (!step.report) return { passed: ok ? 1 : 0, failures: ok ? [] : [`exit code ${exitCode}`] }
  let report
  try {
    report = JSON.parse(readFileSync(step.report, 'utf8'))
  } catch {
    return { passed: 0, failures: ['It left no report.'] }
  }
  const tests = report.suites ? testsOfPlaywright(report) : testsOfVitest(report)
  const failures = tests
    .filter(({ status }) => status !== 'passed')
    .map(({ name, status, message }) => `${name}: ${message || status}`)
  const passed = tests.length - failures.length
  if (failures.length === 0 && passed === 0) failures.push('It ran no test.')
  else if (failures.length === 0 && !ok) failures.push(`exit code ${exitCode}`)
  return { passed, failures }
}
