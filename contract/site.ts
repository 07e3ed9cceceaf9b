/** How amounts are written here, worked out once by the server so that browser and server agree to the letter. */
export interface MoneyFormat {
  /** ISO 4217, e.g. 'GHS' */
  currency: string
  symbol: string
  symbolAfter: boolean
  group: string
  decimal: string
}

/** The settings of the deployment that a browser may know. */
export interface PublicConfig {
  siteName: string
  /** Origin without a trailing slash. */
  publicUrl: string
  locale: string
  timeZone: string
  supportEmail: string
  money: MoneyFormat
}
