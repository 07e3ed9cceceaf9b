import type { Injected } from './injected.ts'

/** A browser or program, which may sign in. */
export interface TestClient {
  /** Sends JSON and stores cookies like a browser. */
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response>
  cookies: Map<string, string>
  /** Sent as `Authorization: Bearer` once set. */
  token: string | undefined
  /** Apparent network address of the connection. */
  address: string
}

/** An anonymous person with their own browser, over the real routes. */
export function createAnonymousClient(app: Injected, address = '198.51.100.7'): TestClient {
  const client: TestClient = { send, cookies: new Map(), token: undefined, address }

  async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.request(
      path,
      {
        method,
        headers: {
          Origin: 'http://localhost:3000',
          ...(body && { 'Content-Type': 'application/json' }),
          ...(cookie && path.startsWith('/api/auth') && { Cookie: cookie }),
          ...(client.token && { Authorization: `Bearer ${client.token}` }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      client.address,
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) client.cookies.delete(name)
      else client.cookies.set(name, value)
    }
    return response
  }

  return client
}
