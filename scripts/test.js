import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ensureInstalled, projectNode, repository } from './install.js'
import {
  clearReports,
  INFRASTRUCTURE_TESTS,
  readResult,
  selectChangedSteps,
  selectSteps,
  TESTS,
} from './test-steps.js'

// `npm test` runs the checks that need only Node and Chromium, `npm run test:infrastructure` the others;
// `npm test -- unit lint` only those named, `npm test -- --changed` what a change can break. A failing step does not stop
// the others.

/** Whether a step prints while it runs. Quick checks run in pairs, so they print at their end. */
const isLive = (step) => step.report !== undefined

/** Runs a step's command under the project's Node; resolves to its exit code and output, never rejects. */
function runCommand(step) {
  return new Promise((resolve) => {
    const path = `${join(repository, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
    const child = spawn(projectNode, step.command, {
      cwd: repository,
      stdio: isLive(step) ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path, ...step.environment?.() },
    })
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => resolve({ exitCode: 1, output: `${error.message}\n` }))
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output: Buffer.concat(output).toString() }))
  })
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function runStep(step) {
  const started = performance.now()
  const heading = `\n── ${step.title} ──`
  if (isLive(step)) console.log(heading)
  const { exitCode, output } = await runCommand(step).catch((error) => ({
    exitCode: 1,
    output: `${error.message}\n`,
  }))
  const result = readResult(step, exitCode)
  const failed = result.failures.length > 0
  if (!isLive(step)) console.log(heading)
  if (failed || isLive(step)) process.stdout.write(output)
  console.log(`${failed ? 'FAILED' : 'ok'} · ${seconds(started)}`)
  return { title: step.title, ...result }
}

/** Runs the quick checks two at a time, then the other steps one by one. */
async function runAll(steps) {
  const results = []
  const run = async (step) => void results.push(await runStep(step))
  const quick = steps.filter((step) => !isLive(step))
  const lane = async () => {
    for (let step = quick.shift(); step; step = quick.shift()) await run(step)
  }
  await Promise.all([lane(), lane()])
  for (const step of steps.filter(isLive)) await run(step)
  return results
}

/** Ends with the names of failures, because often only the end of a long log is kept. */
function report(results) {
  const passed = results.reduce((total, result) => total + result.passed, 0)
  const failures = results.flatMap((result) =>
    result.failures.map((failure) => `${result.title}: ${failure}`),
  )
  for (const failure of failures) console.log(`FAILED: ${failure}`)
  console.log(`${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0
}

function stepsFor(names) {
  if (names.includes('--changed')) return selectChangedSteps()
  if (names.includes('--infrastructure')) return INFRASTRUCTURE_TESTS
  return names.length > 0 ? selectSteps(names) : TESTS
}

try {
  const steps = stepsFor(process.argv.slice(2))
  ensureInstalled()
  clearReports()
  const started = performance.now()
  const results = await runAll(steps)
  console.log(`\n${seconds(started)} in all`)
  report(results)
} catch (error) {
  report([{ title: 'Getting ready', passed: 0, failures: [error.message] }])
}
