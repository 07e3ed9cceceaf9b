/** Origin of the market that the journeys visit; market-server.ts sets it and the following values. */
export const marketUrl = process.env.MARKET_URL ?? ''

const portOf = (url = 'http://localhost:9'): number => Number(new URL(url).port)

/**
 * Ports where the market expects Google, GitHub and a push service; a journey that needs one starts it there.
 */
export const ports = {
  google: portOf(process.env.GOOGLE_ISSUER),
  github: portOf(process.env.GITHUB_URL),
  push: portOf(`https://${process.env.PUSH_HOSTS ?? 'localhost:9'}`),
}

/** Key that signs the links of its mails. */
export const secretKey = process.env.SECRET_KEY ?? ''

/** Folder of its data, for commands run on the server. */
export const dataDir = process.env.MARKET_DATA_DIR ?? ''
