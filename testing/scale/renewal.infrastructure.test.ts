import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { openConversationClient } from '#testing/live/conversation-client.ts'
import { until } from '#testing/until.ts'
import { setUp } from '#testing/set-up.ts'
import { openSharedPort } from './shared-port.ts'

const RENEWALS = 5
const CLIENTS = 8
const REQUESTS = 2_000
/** Pause between two requests of a client, so that requests are spread over all renewals. */
const PAUSE_MILLISECONDS = 10

const site = setUp(() => openSharedPort(2))
beforeAll(() => site.answers())

const countRenewals = () => site.said().split('every process was replaced').length - 1

async function renew(): Promise<void> {
  for (let count = 1; count <= RENEWALS; count += 1) {
    const before = site.pids()
    process.kill(site.pid, 'SIGUSR2')
    await until(() => countRenewals() >= count)
    expect(site.pids().filter((pid) => before.includes(pid))).toEqual([])
  }
}

it('five renewals of all processes lose no request and no message', async () => {
  const [person, other] = await site.newPair()
  const [one, two] = [person, other].map((participant) =>
    openConversationClient({ participant, url: site.url, sign: site.sign }),
  ) as [ReturnType<typeof openConversationClient>, ReturnType<typeof openConversationClient>]
  const renewed = new AbortController()
  let sent = 0
  let messages = 0
  const failed: string[] = []
  const request = async () => {
    const connection = site.connect()
    while (!renewed.signal.aborted || sent < REQUESTS) {
      sent += 1
      const failure = await connection.send('/').then(
        ({ status }) => (status === 200 ? undefined : String(status)),
        (error: Error) => error.message,
      )
      if (failure !== undefined) failed.push(failure)
      await sleep(PAUSE_MILLISECONDS)
    }
  }
  const write = async () => {
    for (; !renewed.signal.aborted; messages += 1) await one.send(`Message ${messages}`)
  }
  const renewing = renew().finally(() => renewed.abort())
  await Promise.all([renewing, write(), ...Array.from({ length: CLIENTS }, request)])
  expect(failed).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(REQUESTS)
  await two.shows(messages)
  for (const client of [one, two]) client.close()
  console.log(`${sent} requests and ${messages} messages in ${RENEWALS} renewals`)
})
