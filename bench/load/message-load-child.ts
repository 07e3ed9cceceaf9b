import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectLive } from '#testing/live/live.ts'
import type { Speed } from './load.ts'
import type { Connected, MessageTask } from './message-load.ts'
import { speedOf } from './percentile.ts'

const CONNECTIONS = 64
const CONNECTING_AT_ONCE = 50
const WARM_UP_SECONDS = 3
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

let addresses = 0
/** A different client address each time, as a trusted proxy would report it. */
function nextAddress() {
  addresses += 1
  return { 'X-Forwarded-For': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` }
}

async function post(url: string, token: string, body: string): Promise<void> {
  const call = request(url, {
    agent,
    method: 'POST',
    headers: { ...(token && { Authorization: `Bearer ${token}` }), 'Content-Type': 'application/json' },
  })
  call.end(body)
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  reply.resume()
  await once(reply, 'end')
  if (!reply.statusCode || reply.statusCode >= 300) throw new Error(`${url} answered ${reply.statusCode}`)
}

async function inGroups<T>(items: T[], work: (item: T) => Promise<unknown>) {
  for (let start = 0; start < items.length; start += CONNECTING_AT_ONCE) {
    await Promise.all(items.slice(start, start + CONNECTING_AT_ONCE).map(work))
  }
}

type SendTask = Extract<MessageTask, { kind: 'send' }>

/** Sends messages at even intervals, whether or not earlier ones have arrived. */
async function sendMessages({ url, pairs, perSecond, seconds, reads }: SendTask): Promise<Speed> {
  const sentAt = new Map<string, number>()
  const took: number[] = []
  let measuring = false
  const shown = new Set<string>()
  const everyone = pairs.flatMap(([one, two]) => [
    { person: one, other: two },
    { person: two, other: one },
  ])
  const sender = new Map<string, Connected>()
  const failures: unknown[] = []
  const call = ({ conversationId, token }: Connected, what: string, body: object) =>
    void post(`${url}/api/conversations/${conversationId}/${what}`, token, JSON.stringify(body)).catch(
      (error: unknown) => failures.push(error),
    )
  await inGroups(everyone, async ({ person }) => {
    const socket = await connectLive(url, person.token, { extraHeaders: nextAddress() })
    socket.on('message.sent', ({ message: { clientKey, seq } }) => {
      const started = sentAt.get(clientKey)
      if (started === undefined || sender.get(clientKey) === person) return
      shown.add(clientKey)
      if (measuring) took.push(performance.now() - started)
      if (reads) call(person, 'read', { seq })
    })
  })
  const startedAt = performance.now()
  const total = (seconds + WARM_UP_SECONDS) * perSecond
  for (let number = 0; number < total; number += 1) {
    const wait = startedAt + (number * 1000) / perSecond - performance.now()
    if (wait > 1) await sleep(wait)
    if (number === WARM_UP_SECONDS * perSecond) measuring = true
    const { person } = everyone[number % everyone.length] as { person: Connected }
    const clientKey = randomUUID()
    sender.set(clientKey, person)
    sentAt.set(clientKey, performance.now())
    call(person, 'messages', { clientKey, content: `Message ${number}` })
  }
  for (let look = 0; look < 100 && shown.size < total && failures.length === 0; look += 1) await sleep(100)
  if (failures.length > 0) throw new Error(`${failures.length} calls failed: ${String(failures[0])}`)
  if (shown.size < total) throw new Error(`${total - shown.size} of ${total} messages were not shown`)
  return speedOf(took, seconds)
}

/** Opens sockets that authenticate and then only stay connected. */
async function idle({ url, tokens }: Extract<MessageTask, { kind: 'idle' }>): Promise<Speed> {
  const address = `${url.replace('http', 'ws')}/live/?EIO=4&transport=websocket`
  const open = async (token: string) => {
    const socket = new WebSocket(address, { headers: nextAddress() } as never)
    const connected = Promise.withResolvers<void>()
    socket.addEventListener('message', ({ data }) => {
      const packet = String(data)
      if (packet.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`)
      else if (packet === '2') socket.send('3')
      else if (packet.startsWith('40')) connected.resolve()
      else if (packet.startsWith('44')) connected.reject(new Error(packet))
    })
    socket.addEventListener('close', () => connected.reject(new Error('The connection was closed')))
    await connected.promise
  }
  await inGroups(tokens, open)
  return { perSecond: tokens.length, p50: 0, p99: 0, slowest: 0 }
}

function run(task: MessageTask): Promise<Speed> {
  return task.kind === 'send' ? sendMessages(task) : idle(task)
}

process.on('message', (task: MessageTask) => {
  run(task).then(
    (speed) => process.send?.(speed),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
process.once('disconnect', () => process.exit(0))
