import { timingSafeEqual } from 'node:crypto'
import type { PublicConfig } from '#contract/site.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'

export const CODE_SECONDS = 10 * 60

/** Derives the four digits from a row with the deployment's key; they are stored nowhere. */
export function deriveCode(
  secrets: Secrets,
  purpose: 'phone-code' | 'phone-sign-in',
  row: readonly string[],
) {
  const digest = secrets.digest(purpose, row.join(':'))
  return String(digest.readUIntBE(0, 6) % 10_000).padStart(4, '0')
}

export const isSameCode = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The last line lets phones fill in the code, only on this site. */
export function smsText(code: string, { siteName, publicUrl }: PublicConfig): string {
  const host = new URL(publicUrl).hostname
  return `${code} is your ${siteName} verification code. It works for 10 minutes. Do not share it.\n\n@${host} #${code}`
}
