import type { Hono } from 'hono'

export interface Visitor {
  /** Sends JSON and keeps cookies as a browser would. */
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response>
  cookies: Map<string, string>
  /** Sent as `Authorization: Bearer` once set. */
  token: string | undefined
  /** The address that the connection seems to come from. */
  address: string
}

/** Someone at a browser of their own, over the real routes. */
export function createVisitor(app: Hono, address = '198.51.100.7'): Visitor {
  const visitor: Visitor = { send, cookies: new Map(), token: undefined, address }

  async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.request(
      path,
      {
        method,
        headers: {
          Origin: 'http://localhost:3000',
          ...(body && { 'Content-Type': 'application/json' }),
          ...(cookie && path.startsWith('/api/auth') && { Cookie: cookie }),
          ...(visitor.token && { Authorization: `Bearer ${visitor.token}` }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: visitor.address } } },
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) visitor.cookies.delete(name)
      else visitor.cookies.set(name, value)
    }
    return response
  }

  return visitor
}
