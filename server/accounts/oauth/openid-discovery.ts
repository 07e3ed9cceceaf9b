import { createRemoteJWKSet } from 'jose'
import * as z from 'zod/mini'
import { createLoadingCache } from '#server/platform/cache/loading-cache.ts'
import { fetchJson, unreachable } from './provider.ts'

const CACHE_MS = 24 * 60 * 60 * 1000

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

export interface OpenIdEndpoints extends z.output<typeof Discovery> {
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** An issuer's endpoints, fetched from its discovery document once a day. */
export function openIdDiscovery(issuer: string, now: () => number): () => Promise<OpenIdEndpoints> {
  const cache = createLoadingCache<OpenIdEndpoints>({ max: 1, freshMs: CACHE_MS, now })
  return () =>
    cache.get(issuer, async () => {
      const found = await fetchJson(`${issuer}/.well-known/openid-configuration`, Discovery)
      const addresses = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri]
      const isSafe = addresses.every((address) => issuer.startsWith('http:') || address.startsWith('https:'))
      if (found.issuer !== issuer || !isSafe)
        throw unreachable(new Error(`${issuer} describes another issuer or an address without https`))
      return { ...found, keys: createRemoteJWKSet(new URL(found.jwks_uri)) }
    })
}
