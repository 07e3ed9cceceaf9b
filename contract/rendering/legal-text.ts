/** Text, or an element: its tag, the address of a link (otherwise an empty text), and its contents. */
export type LegalNode = string | readonly [tag: LegalTag, to: string, ...contents: LegalNode[]]

export type LegalTag =
  | 'p'
  | 'lead'
  | 'note'
  | 'h3'
  | 'ul'
  | 'ol'
  | 'li'
  | 'dl'
  | 'dt'
  | 'dd'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'strong'
  | 'a'
  /** The page inserts the part with the name in place of the address. */
  | 'part'

interface LegalSection {
  id: string
  title: string
  contents: LegalNode[]
}

/** One file of `legal/`, as the build hands it to its page. '{siteName}' is replaced by the site's name. */
export interface LegalText {
  version: number
  /** The date of this version, such as 'December 14, 2024'. */
  updated: string
  /** The date of the version before, or empty. */
  before: string
  /** Description for search engines and link previews. */
  description: string
  lead: LegalNode[]
  sections: LegalSection[]
}
