import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'

export interface SiteClient extends TestClient {
  /** Reply of a request that must succeed. */
  request<Reply>(method: string, path: string, body?: object): Promise<Reply>
  /** Refreshes the session with the browser's cookies. */
  refresh(): Promise<number>
  signIn(email: string, password: string): Promise<{ challenge: string | null }>
}

interface SignIn {
  session: { access_token: string } | null
  challenge: string | null
}

/** A browser with its cookies, connected to a site on a port. */
export function openSiteClient(origin: string, cookies: Record<string, string> = {}): SiteClient {
  const client = createAnonymousClient({ request: (path, init) => fetch(new URL(path, origin), init) })
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)

  async function request<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const response = await client.send(method, path, body)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Reply
  }

  // The client itself stores the token of its requests.
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
