/** How amounts are written here, worked out once by the server so that browser and server agree to the letter. */
export interface MoneyFormat {
  /** ISO 4217, e.g. 'GHS' */
  currency: string
  symbol: string
  symbolAfter: boolean
  group: string
  decimal: string
}

/** Where people may have an account that they can sign in with here. */
export const PROVIDERS = ['google', 'github'] as const
export type Provider = (typeof PROVIDERS)[number]

export interface PublicConfig {
  siteName: string
  /** Origin without a trailing slash. */
  publicUrl: string
  locale: string
  timeZone: string
  supportEmail: string
  money: MoneyFormat
  /** Those that the deployment has keys for. */
  providers: readonly Provider[]
  /** Whether text messages can be sent, by which people log in with their number. */
  phoneSignIn: boolean
}
