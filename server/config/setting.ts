/** One variable of the environment. */
export interface Setting {
  /** What holds where it is left out; undefined for what `without` describes. */
  default?: string
  /** In words, for people: what happens without it. */
  without?: string
  meaning: string
  /** For .env.example, where the default is not shown. */
  example?: string
  isValid?: (text: string) => boolean
  /** What to put instead; the setting's name goes before it. */
  problem?: string
}
