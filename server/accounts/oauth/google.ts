import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import { errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { GoogleConfig } from '#server/config/oauth-config.ts'
import {
  exchangeCode,
  personName,
  type ProviderClient,
  refused,
  unreachable,
  verifiedEmail,
} from './provider.ts'
import { openIdDiscovery, type OpenIdEndpoints } from './openid-discovery.ts'

const SCOPES = ['openid', 'email', 'profile']
const CLOCK_SECONDS = 30
/** An id token is used at once; an old one may have been stolen. */
const TOKEN_AGE_SECONDS = 10 * 60

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  nonce: z.string(),
  azp: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.unknown()),
  name: z.optional(z.string()),
})

interface Expected {
  issuer: string
  clientId: string
  nonce: string
  now: number
}

/** The claims of an id token that the issuer signed recently for this sign-in. */
async function verifyClaims(idToken: unknown, keys: OpenIdEndpoints['keys'], expected: Expected) {
  if (typeof idToken !== 'string') throw refused('the provider returned no id token')
  const { issuer, clientId, nonce } = expected
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      // Google issues tokens with and without the scheme.
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      audience: clientId,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: TOKEN_AGE_SECONDS,
      currentDate: new Date(expected.now),
    })
    const { data: claims, error } = z.safeParse(Claims, payload)
    if (error) throw refused(error)
    if (claims.nonce !== nonce) throw refused('the nonce belongs to another sign-in')
    if (claims.azp !== undefined && claims.azp !== clientId) throw refused('the token is for another client')
    return claims
  } catch (error) {
    if (error instanceof AppError) throw error
    const isInvalid = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
    throw isInvalid ? refused(error) : unreachable(error)
  }
}

/** OpenID Connect with discovery, for Google and every compatible provider. */
export function googleClient(
  config: GoogleConfig,
  { redirectUri, now }: { redirectUri: string; now: () => number },
): ProviderClient {
  const { clientId, clientSecret, issuer } = config
  const client = new OAuth2Client(clientId, clientSecret, redirectUri)
  const endpoints = openIdDiscovery(issuer, now)
  return {
    async authorizationUrl({ state, verifier, nonce }) {
      const { authorization_endpoint: address } = await endpoints()
      const method = CodeChallengeMethod.S256
      const url = client.createAuthorizationURLWithPKCE(address, state, method, verifier, SCOPES)
      url.searchParams.set('nonce', nonce)
      url.searchParams.set('access_type', 'offline')
      url.searchParams.set('prompt', 'consent')
      return url
    },
    async identify(code, { verifier, nonce }) {
      const { token_endpoint: address, keys } = await endpoints()
      const tokens = await exchangeCode(client.validateAuthorizationCode(address, code, verifier))
      const { id_token: idToken } = tokens.data as { id_token?: unknown }
      const claims = await verifyClaims(idToken, keys, { issuer, clientId, nonce, now: now() })
      const email = verifiedEmail(claims.email, claims.email_verified === true)
      return { provider: 'google', subject: claims.sub, email, name: personName(claims.name, email) }
    },
  }
}
