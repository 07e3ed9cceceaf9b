/** The format of amounts, computed once by the server so that browser and server write exactly the same. */
export interface MoneyFormat {
  /** ISO 4217, for example 'GHS'. */
  currency: string
  symbol: string
  symbolAfter: boolean
  group: string
  decimal: string
}

/** Sign-in providers that the site supports. */
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
  /** The providers that the deployment has keys for. */
  providers: readonly Provider[]
  /** True if the site can send text messages, with which people log in by their number. */
  phoneSignIn: boolean
}
