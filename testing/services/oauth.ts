import type { Provider } from '#contract/site.ts'
import type { TestClient } from '#testing/anonymous-client.ts'

/** Target address of a redirect. */
export function locationOf(response: Response): string {
  const location = response.headers.get('location')
  if (response.status !== 302 || !location) throw new Error(`No redirect but ${response.status}`)
  return location
}

/** Logs in at the provider; returns the address of its redirect. */
export async function logInAtProvider(client: TestClient, provider: Provider, query = ''): Promise<URL> {
  const consent = locationOf(await client.send('GET', `/api/auth/oauth/${provider}${query}`))
  return new URL(locationOf(await fetch(consent, { redirect: 'manual' })))
}

/** Opens the provider's redirect; returns the address of the next one. */
export const comeBack = async (client: TestClient, back: URL): Promise<string> =>
  locationOf(await client.send('GET', back.pathname + back.search))

/** Signs in completely; returns the last address. */
export const signInWith = async (client: TestClient, provider: Provider, query = ''): Promise<string> =>
  comeBack(client, await logInAtProvider(client, provider, query))
