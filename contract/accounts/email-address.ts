const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
/** The part before the @ without quotes (RFC 5321, 4.1.2: Dot-string). */
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`)
const LOCAL_MAX = 64
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`)
/** Signs of a domain in any script; others would have a meaning for the browser's parser. */
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u

/** 'xn--…' for a domain in another script. */
function asciiDomain(domain: string): string {
  if (!TYPED_DOMAIN.test(domain) || !URL.canParse(`http://${domain}`)) return domain
  return new URL(`http://${domain}`).hostname
}

/** 'Email: ama@…', 'mailto:ama@…' and 'Ama Mensah <ama@…>', as people copy them. */
function addressWithin(text: string): string {
  const [, bracketed] = /^[^<>@]*<([^<>]+)>[;,.]?$/.exec(text) ?? []
  return (bracketed ?? text)
    .replace(/^(?:mailto|e-?mail) ?: ?(?=\S+ ?@)/, '')
    .replace(/[.,;]$/, '')
    .replace(/ ?@ ?/, '@')
}

/** In lower case, with its domain as mail servers write it. */
export function normalEmail(typed: string): string {
  const text = addressWithin(typed.normalize('NFKC').toLowerCase())
  const at = text.lastIndexOf('@')
  return at === -1 ? text : text.slice(0, at + 1) + asciiDomain(text.slice(at + 1))
}

/** True for one plain address without a name, list, comment, quotes or line break. */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  return (
    more.length === 0 &&
    local.length <= LOCAL_MAX &&
    LOCAL.test(local) &&
    domain.length <= 253 &&
    DOMAIN.test(domain)
  )
}
