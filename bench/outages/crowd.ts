import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProblemBody, PROBLEMS } from '#contract/problem.ts'
import {
  type Acknowledged,
  type ConversationClient,
  openConversationClient,
} from '#testing/live/conversation-client.ts'
import type { Pair, Participant } from '#testing/live/conversation-people.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { uploadOf } from '#testing/pictures/photos.ts'
import { listingForm } from '#testing/market/selling.ts'
import { isSeen, type Outage, type Scene, type SeenPage } from './scene.ts'

const TIMEOUT_MILLISECONDS = 30_000
const BROWSERS = 2
const PAUSES = { page: 100, message: 500, listing: 500, photo: 1500, registration: 5000, again: 1000 }

/** People's actions and the answers to them. */
export interface Acts {
  pages: { requested: number; seen: number }
  messages: Acknowledged[]
  clients: ConversationClient[]
  listings: { id: string; title: string }[]
  photos: string[]
  registrations: string[]
  /** Number of each refusal, such as `503 unavailable`. */
  refusals: Map<string, number>
  /** Refusals that are not allowed. */
  wrongRefusals: Set<string>
}

export const newActs = (): Acts => ({
  pages: { requested: 0, seen: 0 },
  messages: [],
  clients: [],
  listings: [],
  photos: [],
  registrations: [],
  refusals: new Map(),
  wrongRefusals: new Set(),
})

interface Call {
  method: string
  path: string
  body: object
  by?: Participant
}

/** The crowd's calls; `acts` collects their outcomes. */
export function createCalls(scene: Scene, { refusals }: Pick<Outage, 'refusals'>, acts: Acts) {
  /** Text and code must match the contract, and a temporary refusal must say when to try again. */
  async function noteRefusal(reply: Response | undefined): Promise<void> {
    if (!reply) return noteWords('no answer', acts)
    const text = await reply.text().catch(() => '')
    const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as Partial<ProblemBody>
    const said = `${reply.status} ${error?.code ?? text.slice(0, 80)}`
    noteWords(said, acts)
    const isOfContract = error && PROBLEMS[error.code]?.message === error.message
    const isTemporary = reply.status === 503 && reply.headers.get('retry-after') !== null
    if (!isOfContract || !isTemporary || !refusals.includes(error.code)) acts.wrongRefusals.add(said)
  }

  async function attempt(address: string, init: RequestInit): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
    const reply = await fetch(scene.url + address, { ...init, signal }).catch(() => undefined)
    if (reply?.ok) return reply
    await noteRefusal(reply)
    return undefined
  }

  return {
    async call({ method, path, body, by }: Call): Promise<Response | undefined> {
      const headers = {
        'Content-Type': 'application/json',
        ...(by && { Authorization: `Bearer ${await scene.sign(by)}` }),
      }
      return attempt(path, { method, headers, body: JSON.stringify(body) })
    },
    async upload(by: Participant, clientKey: string): Promise<Response | undefined> {
      const bytes = new Uint8Array(await plainPicture(320, 240).jpeg().toBuffer())
      return attempt(...uploadOf(await scene.sign(by), { bytes, clientKey }))
    },
  }
}

const noteWords = (said: string, { refusals }: Acts) => void refusals.set(said, (refusals.get(said) ?? 0) + 1)

/** Repeats an attempt until it succeeds or `isOver`. */
async function repeatUntilDone<T>(attempt: () => Promise<T | undefined>, isOver: () => boolean) {
  for (;;) {
    const done = await attempt()
    if (done !== undefined || isOver()) return done
    await sleep(PAUSES.again)
  }
}

/** Actions that people repeat until the outage is over. */
function createActions(scene: Scene, outage: Outage, pages: SeenPage[], acts: Acts, over: () => boolean) {
  const { call, upload } = createCalls(scene, outage, acts)
  const people = acts.clients.map(({ participant }) => participant)
  const someone = (at: number) => people[at % people.length] as Participant

  return {
    async read(time: number) {
      acts.pages.requested += 1
      if (await isSeen(scene.url, pages[time % pages.length] as SeenPage)) acts.pages.seen += 1
    },
    write: (client: ConversationClient) => async (time: number) =>
      void acts.messages.push(await client.send(`${time} of ${client.participant.id}`)),
    async list(time: number) {
      const title = `Draft ${randomUUID()}`
      const body = { clientKey: randomUUID(), form: listingForm({ title }) }
      const draft = { method: 'POST', path: '/api/selling/products', body, by: someone(time) }
      const reply = await repeatUntilDone(() => call(draft), over)
      if (reply) acts.listings.push({ id: ((await reply.json()) as { id: string }).id, title })
    },
    async photograph(time: number) {
      const clientKey = randomUUID()
      const reply = await repeatUntilDone(() => upload(someone(time), clientKey), over)
      if (reply) acts.photos.push(clientKey)
      await reply?.arrayBuffer()
    },
    async register() {
      const email = `${randomUUID()}@example.com`
      const body = { email, password: 'Long-enough-4711', name: 'Efua Mensah', terms: true }
      const reply = await call({ method: 'POST', path: '/api/auth/register', body })
      if (reply) acts.registrations.push(email)
      await reply?.arrayBuffer()
    },
  }
}

/** Starts people who read, write, list, upload and register until `stop`. */
export function startCrowd(scene: Scene, outage: Outage, pages: SeenPage[], pairs: Pair[]) {
  const acts = newActs()
  acts.clients = pairs
    .flat()
    .map((participant) => openConversationClient({ participant, url: scene.url, sign: scene.sign }))
  const leaving = new AbortController()
  const over = () => leaving.signal.aborted
  const actions = createActions(scene, outage, pages, acts, over)

  async function repeat(pause: number, act: (time: number) => Promise<unknown>) {
    for (let time = 0; !over(); time += 1) {
      await act(time)
      await sleep(pause)
    }
  }
  const acting = Promise.all([
    ...Array.from({ length: BROWSERS }, () => repeat(PAUSES.page, actions.read)),
    ...acts.clients.map((client) => repeat(PAUSES.message, actions.write(client))),
    repeat(PAUSES.listing, actions.list),
    repeat(PAUSES.photo, actions.photograph),
    ...(scene.mail ? [repeat(PAUSES.registration, actions.register)] : []),
  ])
  return {
    acts,
    /** Resolves once everybody has finished. */
    async stop(): Promise<Acts> {
      leaving.abort()
      await acting
      return acts
    },
  }
}
