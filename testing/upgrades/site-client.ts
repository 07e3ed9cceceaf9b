import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'

export interface SiteClient extends TestClient {
  /** The reply of a request that is answered well. */
  request<Reply>(method: string, path: string, body?: object): Promise<Reply>
  /** Opens a session with the cookies that the browser kept. */
  refresh(): Promise<number>
  signIn(email: string, password: string): Promise<{ challenge: string | null }>
}

interface SignIn {
  session: { access_token: string } | null
  challenge: string | null
}

/** A browser at a site that listens on a port, with the cookies that it kept. */
export function openSiteClient(origin: string, cookies: Record<string, string> = {}): SiteClient {
  const client = createAnonymousClient({ request: (path, init) => fetch(new URL(path, origin), init) })
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)

  async function request<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const response = await client.send(method, path, body)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Reply
  }

  // The client itself holds the token that its requests carry.
  return Object.assign(client, {
    request,
    async refresh() {
      const response = await client.send('POST', '/api/auth/refresh', {})
      if (response.ok) client.token = ((await response.json()) as SignIn).session?.access_token
      return response.status
    },
    async signIn(email: string, password: string) {
      const { session, challenge } = await request<SignIn>('POST', '/api/auth/login', { email, password })
      client.token = session?.access_token
      return { challenge }
    },
  })
}
