import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { useLocation } from '#web/platform/router/use-router.ts'
import { Pages } from './memory-router.tsx'
import type { Session } from '#contract/accounts/accounts.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'
import { requestProof } from '#web/accounts/sessions/proof.ts'
import { ProofWhenRequested } from '#web/accounts/sessions/ProofWhenRequested.tsx'
import { createApiClient } from '#web/platform/api/client.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { Toaster } from '#web/platform/ui/toasts/Toaster.tsx'
import { refusal } from '#testing/refusal.ts'
import { Site } from './site.tsx'
import { sessionOf } from '#testing/accounts/signed-in.ts'

const KOFI_SESSION = sessionOf('kofi', { name: 'Kofi Boateng', email: 'kofi@example.com' })

/** A refusal among the answers. */
export class Refusal {
  readonly code: ProblemCode
  constructor(code: ProblemCode) {
    this.code = code
  }
}

/** The failure of a request without a network. */
export const NO_NETWORK = new Error('No network')

type Answer = Record<string, unknown> | Refusal | typeof NO_NETWORK | Promise<Record<string, unknown>>

/** Answers to calls such as 'GET /api/x' with its query; some depend on the sent body. */
export type Answers = Record<string, Answer | ((body: unknown) => Answer)>

async function replyOf(answer: Answer): Promise<Response> {
  if (answer === NO_NETWORK) throw new TypeError('Failed to fetch')
  return answer instanceof Refusal ? refusal(answer.code) : Response.json(await answer)
}

const Address = () => <output aria-label="Address">{useLocation().pathname}</output>

interface PageOptions {
  /** The server's answers, which a test may change. */
  answers: Answers
  /** The page's path in the route table, or several, and the address to open. */
  path: string | string[]
  at: string
  session?: Session | null
}

/** Shows a page to a signed-in person with a server made of answers. */
export function showPage(Page: ComponentType, { answers, path, at, session = KOFI_SESSION }: PageOptions) {
  const calls: { call: string; body: unknown }[] = []
  writeSession(session, session ? 'signed-in' : 'signed-out')
  const api = createApiClient({
    async fetch(address, init) {
      const call = `${init?.method} ${address}`
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      calls.push({ call, body })
      const answer = answers[call] ?? new Refusal('not-found')
      return replyOf(typeof answer === 'function' ? answer(body) : answer)
    },
    accessToken: async () => session?.access_token,
    prove: requestProof,
  })
  const queryClient = createQueryClient({ retry: false })
  const page = <Page />
  const pages = Object.fromEntries([path].flat().map((each) => [each, page]))
  render(
    <Site api={api} at={at} queryClient={queryClient}>
      <Pages pages={pages} elsewhere={null} />
      <Address />
      <Toaster />
      <ProofWhenRequested />
    </Site>,
  )
  return { calls, api, queryClient, sent: (call: string) => calls.filter((each) => each.call === call) }
}
