import { OAuth2Server } from 'oauth2-mock-server'

interface Token {
  header: Record<string, unknown>
  payload: Record<string, unknown>
}

export interface FakeGoogle {
  /** The next person who signs in there. */
  person: { sub: string; email?: string; email_verified?: boolean; name?: string }
  /** Changes the id token's payload, to simulate an error of Google. */
  tamper: ((payload: Record<string, unknown>) => void) | undefined
  /** Replaces the signed id token. */
  forge: ((idToken: string) => string) | undefined
  /** Sends the browser back with this instead of a code. */
  refusal: { error: string; error_description?: string } | undefined
  /** Settings of a market that uses this provider. */
  settings: Record<string, string>
  close(): Promise<void>
}

/** A different site from the market at localhost, so that cookies behave as with real providers. */
const HOST = '127.0.0.1'

export const googleSettings = (port: number) => ({
  GOOGLE_CLIENT_ID: 'market.apps.google.example',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GOOGLE_ISSUER: `http://${HOST}:${port}`,
})

/** A local OpenID provider that checks PKCE, stores the nonce and signs like Google. */
export async function startFakeGoogle(port?: number): Promise<FakeGoogle> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(port, HOST)
  const settings = googleSettings(server.address().port)
  server.issuer.url = settings.GOOGLE_ISSUER

  const google: FakeGoogle = {
    person: { sub: 'google-1', email: 'yaa@example.com', email_verified: true, name: 'Yaa Asantewaa' },
    tamper: undefined,
    forge: undefined,
    refusal: undefined,
    settings,
    close: () => server.stop(),
  }
  server.service.on('beforeTokenSigning', ({ payload }: Token) => {
    // Only the id token has an audience.
    if (payload.aud === undefined) return
    Object.assign(payload, google.person)
    google.tamper?.(payload)
  })
  server.service.on('beforeResponse', ({ body }: { body: { id_token?: string } }) => {
    if (google.forge && body.id_token !== undefined) body.id_token = google.forge(body.id_token)
  })
  server.service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => {
    if (!google.refusal) return
    url.searchParams.delete('code')
    for (const [name, value] of Object.entries(google.refusal)) url.searchParams.set(name, value)
  })
  return google
}
