import { OAuth2Server } from 'oauth2-mock-server'

interface Token {
  header: Record<string, unknown>
  payload: Record<string, unknown>
}

export interface FakeGoogle {
  /** The person who signs in there next. */
  person: { sub: string; email?: string; email_verified?: boolean; name?: string }
  /** A last touch to the id token, for a Google that errs. */
  tamper: ((payload: Record<string, unknown>) => void) | undefined
  /** Makes another id token of the one that was signed. */
  forge: ((idToken: string) => string) | undefined
  /** The browser is sent back with this instead of a code. */
  refusal: { error: string; error_description?: string } | undefined
  /** Of a market that sends people there. */
  settings: Record<string, string>
  close(): Promise<void>
}

/** Another site than the market at localhost, as providers are, for what cookies care about. */
const HOST = '127.0.0.1'

export const googleSettings = (port: number) => ({
  GOOGLE_CLIENT_ID: 'market.apps.google.example',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GOOGLE_ISSUER: `http://${HOST}:${port}`,
})

/** An OpenID provider on this machine that checks PKCE, keeps the nonce and signs like Google. */
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
    // Only the id token is for somebody.
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
