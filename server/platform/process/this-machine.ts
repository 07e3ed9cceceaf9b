/** True if the host of a URL is the machine that the server runs on. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** True if secrets may be sent to an address: by TLS, or within this machine. */
export function isSafeForSecrets(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
}
