import { parseKeyRing } from '#server/platform/process/key-ring.ts'
import { isIP } from 'node:net'
import { isEmailAddress } from '#contract/accounts/email-address.ts'

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const isAccepted = (construct: () => unknown): boolean => {
  try {
    construct()
    return true
  } catch {
    return false
  }
}

/** Minimum length of a secret that two programs share. */
export const SECRET_CHARACTERS_MIN = 16

/** Splits a list at its commas and trims each entry. */
export const toList = (text: string): string[] => text.split(',').map((entry) => entry.trim())
export const isListOf = (isEntry: (entry: string) => boolean) => (text: string) => toList(text).every(isEntry)

/** 32 bytes in base64. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9+/]{43}=?$/.test(text)

/** One key, or several as a rotation writes them. */
export const isKeyRing = (text: string): boolean => parseKeyRing(text) !== undefined

export const isOneOf =
  (...values: string[]) =>
  (text: string): boolean =>
    values.includes(text)
export const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
export const isMinutes = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= 120
export const isCurrency = (text: string): boolean => currencies.has(text)
export const isLocale = (text: string): boolean => isAccepted(() => new Intl.Locale(text))
export const isTimeZone = (text: string): boolean =>
  isAccepted(() => new Intl.DateTimeFormat('en', { timeZone: text }))
export const isEmail = (text: string): boolean => isEmailAddress(text.toLowerCase())

const hasNothingBesidePath = ({ username, search, hash }: URL) => !username && !search && !hash

export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && hasNothingBesidePath(url)
}

export function isStorageEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && hasNothingBesidePath(url) && !text.endsWith('/')
}

export const isUrlOf = (protocol: RegExp) => (text: string) => protocol.test(text) && URL.canParse(text)
export const isSmtpUrl = (text: string): boolean =>
  isUrlOf(/^smtps?:\/\//)(text) && new URL(text).hostname !== ''

/** A range such as 10.0.0.0/8, or a single address. */
export function isAddressRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/')
  const version = isIP(address)
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32)))
  )
}

/** A host with its port, which may be left out if it is 443. */
export const isHost = (text: string): boolean =>
  URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text && text !== ''

/** Schemes that browsers handle themselves cannot open an app. */
export const isDeepLink = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[\w.\-/]+$/i.test(text) &&
  !/^(http|javascript|data|file|blob|about|vbscript|wss?|ftp):/i.test(text)

/** `s3://<id>:<key>@<host>/<bucket>?region=<region>`; s3+http for a service on this machine. */
export const isBucketUrl = (text: string): boolean => /^s3(\+http)?:\/\//i.test(text)

/**
 * Refuses addresses, because their secrets would be shown like a folder's name. The drive of a Windows folder has one
 * letter, so it is not taken for a scheme.
 */
const isFolder = (text: string): boolean => !/:\/\/|^\s*[a-z][a-z0-9+.-]+:/i.test(text)

export function isBackupDir(text: string): boolean {
  if (!isBucketUrl(text)) return isFolder(text)
  if (!URL.canParse(text)) return false
  const { username, password, host, pathname } = new URL(text)
  return (
    [username, password, host].every(Boolean) &&
    isAccepted(() => decodeURIComponent(username + password)) &&
    /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(pathname)
  )
}
