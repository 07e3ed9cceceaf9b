import type { Provider } from '#contract/site.ts'
import type { Visitor } from './visitor.ts'

/** The address that a redirect leads to. */
export function locationOf(response: Response): string {
  const location = response.headers.get('location')
  if (response.status !== 302 || !location) throw new Error(`No redirect but ${response.status}`)
  return location
}

/** As far as the provider: where it sends the browser back to. */
export async function logInAtProvider(visitor: Visitor, provider: Provider, query = ''): Promise<URL> {
  const consent = locationOf(await visitor.send('GET', `/api/auth/oauth/${provider}${query}`))
  return new URL(locationOf(await fetch(consent, { redirect: 'manual' })))
}

/** Opens the address that the provider sent the browser back to; returns where that leads. */
export const comeBack = async (visitor: Visitor, back: URL): Promise<string> =>
  locationOf(await visitor.send('GET', back.pathname + back.search))

/** The whole way; returns where it ends. */
export const signInWith = async (visitor: Visitor, provider: Provider, query = ''): Promise<string> =>
  comeBack(visitor, await logInAtProvider(visitor, provider, query))
