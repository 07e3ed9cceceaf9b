import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export interface FakeGitHub {
  /** The next person who signs in there. */
  person: {
    id: number
    login: string
    name: string | null
    emails: { email: string; primary: boolean; verified: boolean }[]
  }
  settings: Record<string, string>
  close(): Promise<void>
}

const CLIENT_ID = 'github-client'
const CLIENT_SECRET = 'github-secret'
const BASIC = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`

/** A different site from the market at localhost, so that cookies behave as with real providers. */
const HOST = '127.0.0.1'

export const gitHubSettings = (port: number) => ({
  GITHUB_CLIENT_ID: CLIENT_ID,
  GITHUB_CLIENT_SECRET: CLIENT_SECRET,
  GITHUB_URL: `http://${HOST}:${port}`,
  GITHUB_API_URL: `http://${HOST}:${port}/api`,
})

interface Grant {
  challenge: string | null
  redirectUri: string | null
}

function reply(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** GitHub's four endpoints for sign-in, with its answers: a refused code is a 200 with `error`. */
function answers(personNow: () => FakeGitHub['person']): RequestListener {
  const grants = new Map<string, Grant>()
  const tokens = new Set<string>()

  /** A browser shows a consent page; other clients are sent back at once. */
  function authorize(query: URLSearchParams, { headers }: IncomingMessage, response: ServerResponse) {
    const back = new URL(query.get('redirect_uri') ?? '')
    const code = randomUUID()
    grants.set(code, { challenge: query.get('code_challenge'), redirectUri: query.get('redirect_uri') })
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    if (headers.accept?.includes('text/html')) {
      const link = back.href.replaceAll('&', '&amp;')
      const page = `<!doctype html><title>Authorize</title><link rel="icon" href="data:,"><a href="${link}">Authorize</a>`
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
    } else response.writeHead(302, { Location: back.href }).end()
  }

  async function token(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await text(request))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (request.headers.authorization !== BASIC) reply(response, 404, { error: 'Not Found' })
    else if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri')) {
      reply(response, 200, {
        error: 'bad_verification_code',
        error_description: 'The code is incorrect or expired.',
      })
    } else {
      const accessToken = `gho_${randomUUID()}`
      tokens.add(accessToken)
      reply(response, 200, { access_token: accessToken, token_type: 'bearer', scope: 'read:user,user:email' })
    }
  }

  function api(path: string, request: IncomingMessage, response: ServerResponse) {
    const { emails, ...user } = personNow()
    const isKnown = tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    if (!isKnown || !request.headers['user-agent']) reply(response, 401, { message: 'Bad credentials' })
    else if (path === '/user') reply(response, 200, { ...user, avatar_url: 'https://avatars.example/1' })
    else if (path === '/user/emails') reply(response, 200, emails)
    else reply(response, 404, { message: 'Not Found' })
  }

  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/login/oauth/authorize') authorize(searchParams, request, response)
    else if (pathname === '/login/oauth/access_token') void token(request, response)
    else api(pathname.replace(/^\/api/, ''), request, response)
  }
}

export async function startFakeGitHub(port = 0): Promise<FakeGitHub> {
  const server = createServer(answers(() => github.person)).listen(port, HOST)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake GitHub has no address')

  const github: FakeGitHub = {
    person: {
      id: 4711,
      login: 'kwame',
      name: 'Kwame Owusu',
      emails: [
        { email: 'other@example.com', primary: false, verified: true },
        { email: 'Kwame@Example.com', primary: true, verified: true },
      ],
    },
    settings: gitHubSettings(address.port),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return github
}
