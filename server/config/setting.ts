/** One environment variable. */
export interface Setting {
  /** Group in the documentation: settings of every public site, or settings for tests. All others are optional. */
  use?: 'live' | 'tests'
  /** The value of a setting that is left out; undefined where `without` describes it. */
  default?: string
  /** Behaviour of the site without the setting, for the documentation. */
  without?: string
  /** A sentence or more, in Markdown. */
  meaning: string
  /** A value for .env.example; the default is shown otherwise. */
  example?: string
  isValid?: (text: string) => boolean
  /** Description of a valid value; the name of the setting precedes it. */
  problem?: string
}
