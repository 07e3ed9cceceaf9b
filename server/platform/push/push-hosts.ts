/** Push services of the browsers there are. Whatever else a browser names may be anything, also behind our wall. */
const KNOWN_HOSTS =
  /^(fcm\.googleapis\.com|([\w-]+\.)+(push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com))$/

export type EndpointKind = 'known' | 'of-the-settings'

/** What an endpoint is, or undefined where nothing may be sent. `ownHosts` are those of the settings, with ports. */
export function endpointKind(endpoint: string, ownHosts: readonly string[]): EndpointKind | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { protocol, host, username, password, hash } = new URL(endpoint)
  // A text that is not as the parser writes it could be read in two ways.
  if (protocol !== 'https:' || username || password || hash || /[\s\\]/.test(endpoint)) return undefined
  if (ownHosts.includes(host)) return 'of-the-settings'
  // With a port of its own the host is another.
  return KNOWN_HOSTS.test(host) ? 'known' : undefined
}
