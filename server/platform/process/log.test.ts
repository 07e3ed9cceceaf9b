import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import { createLog } from './log.ts'

test('each cause of an outage is logged once a minute with the number of repeats', () => {
  const lines: Record<string, unknown>[] = []
  const to = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
  const clock = { now: 0 }
  const log = createLog('info', { to, now: () => clock.now })
  const full = new StorageError('full', 'ENOSPC')
  for (let count = 0; count < 1000; count += 1) log.warn({ err: full, requestId: String(count) }, 'outage')
  log.warn({ err: new StorageError('unreachable', 'gone') }, 'outage')
  log.warn({ job: 'prepare-photo', outage: 'storage-full' }, 'job failed')
  log.warn({ err: new Error('a fault') }, 'fault')
  log.warn({ err: new Error('a fault') }, 'fault')
  log.info('request')
  clock.now = 60_000
  log.warn({ err: full }, 'outage')
  expect(lines.map(({ msg, outage, moreBefore }) => [msg, outage, moreBefore])).toEqual([
    ['outage', 'storage-full', undefined],
    ['outage', 'storage-away', undefined],
    ['fault', undefined, undefined],
    ['fault', undefined, undefined],
    ['request', undefined, undefined],
    ['outage', 'storage-full', 1000],
  ])
})

describe('the output of a process', () => {
  function run(lines: string) {
    const program = `
      import { createLog, openLogOutput } from '#server/platform/process/log.ts'
      const log = createLog('info', { to: openLogOutput() })
      ${lines}`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child.stdout
  }
  const messages = async (lines: string) =>
    Array.from((await text(run(lines))).matchAll(/"msg":"(\w+)"/g), ([, message]) => message)

  const numbers = Array.from({ length: 1000 }, (_, n) => String(n))
  const logAll = 'for (let n = 0; n < 1000; n += 1) log.info(String(n))'

  test.each([
    ['a normal exit', 'process.exit(0)'],
    ['an uncaught error', `throw new Error('fault')`],
  ])('has every line in order after %s', async (_, end) => {
    expect(await messages(`${logAll}\n${end}`)).toEqual(numbers)
  })

  test.each([
    ['buffers lines', `log.warn('second')`, []],
    ['is flushed by an error', `log.error('second')`, ['first', 'second']],
  ])('%s', async (_, second, arrived) => {
    expect(await messages(`log.info('first')\n${second}\nprocess.kill(process.pid, 'SIGKILL')`)).toEqual(
      arrived,
    )
  })

  test('has a line while the process is running', async () => {
    const [line] = (await once(run(`log.info('waits')\nsetInterval(() => undefined, 60_000)`), 'data')) as [
      Buffer,
    ]
    expect(JSON.parse(line.toString())).toMatchObject({ msg: 'waits' })
  })
})
