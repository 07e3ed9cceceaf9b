/** Push services of known browsers. Other hosts may be anything, including machines behind our firewall. */
const KNOWN_HOSTS =
  /^(fcm\.googleapis\.com|([\w-]+\.)+(push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com))$/

export type EndpointKind = 'known' | 'configured'

/**
 * Kind of an endpoint; undefined if nothing may be sent there. `ownHosts` are the hosts of the settings, with ports.
 */
export function endpointKind(endpoint: string, ownHosts: readonly string[]): EndpointKind | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { protocol, host, username, password, hash } = new URL(endpoint)
  // The URL parser drops these characters, so another program might read the address differently.
  if (protocol !== 'https:' || username || password || hash || /[\s\\]/.test(endpoint)) return undefined
  if (ownHosts.includes(host)) return 'configured'
  // `host` includes a port, so a known host with another port does not match.
  return KNOWN_HOSTS.test(host) ? 'known' : undefined
}
