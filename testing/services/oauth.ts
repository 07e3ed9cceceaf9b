import type { Provider } from '#contract/site.ts'
import type { TestClient } from '#testing/anonymous-client.ts'

/** The address that a redirect leads to. */
export function locationOf(response: Response): string {
  const location = response.headers.get('location')
  if (response.status !== 302 || !location) throw new Error(`No redirect but ${response.status}`)
  return location
}

/** As far as the provider: where it sends the browser back to. */
export async function logInAtProvider(client: TestClient, provider: Provider, query = ''): Promise<URL> {
  const consent = locationOf(await client.send('GET', `/api/auth/oauth/${provider}${query}`))
  return new URL(locationOf(await fetch(consent, { redirect: 'manual' })))
}

/** Opens the address that the provider sent the browser back to; returns where that leads. */
export const comeBack = async (client: TestClient, back: URL): Promise<string> =>
  locationOf(await client.send('GET', back.pathname + back.search))

/** The whole way; returns where it ends. */
export const signInWith = async (client: TestClient, provider: Provider, query = ''): Promise<string> =>
  comeBack(client, await logInAtProvider(client, provider, query))
