export interface RetiredWord {
  /** Words of an identifier, a file's name or a comment, in lower case: 'to people' is also `toPeople`. */
  word: string
  /** Other forms of it. */
  forms?: string[]
  say: string
  /** True if the word is plain English in a comment or a test title. */
  isFineInComments?: true
  /** True for a word in the database's tables. */
  isFineInSql?: true
}

/** Words that this repository no longer uses, with their replacements; docs/glossary.md shows them. */
export const RETIRED_WORDS: RetiredWord[] = [
  {
    word: 'kept',
    forms: ['keep', 'keeps'],
    say: 'draft, cached, saved or stored, by meaning; `add` and `remove` for favourites',
    isFineInComments: true,
  },
  { word: 'news', say: 'notification' },
  { word: 'told', forms: ['tell', 'tells', 'telling'], say: 'notify, emit, report; `emitToUsers`' },
  { word: 'to people', say: '`emitToUsers`', isFineInComments: true },
  { word: 'talk', forms: ['talks', 'may talk'], say: 'conversation; `requireParticipant`' },
  {
    word: 'place',
    say: 'position, cursor or index; town, area or location for geography',
    isFineInComments: true,
    isFineInSql: true,
  },
  { word: 'parts', say: 'deps, options; segments of a text', isFineInComments: true },
  { word: 'given', say: 'options, settings', isFineInComments: true },
  { word: 'common', say: 'context, or what is shared', isFineInComments: true },
  { word: 'house', say: 'process, app', isFineInComments: true },
  { word: 'in turn', say: 'keyed mutex', isFineInComments: true },
  { word: 'letter', forms: ['letters'], say: 'e-mail template; character', isFineInComments: true },
  { word: 'ways out', forms: ['way out'], say: 'filter suggestions', isFineInComments: true },
  { word: 'secretive', say: 'redacted' },
  { word: 'says otherwise', say: 'edit conflict', isFineInComments: true },
  { word: 'tries', say: 'attempts', isFineInComments: true },
  { word: 'whereabouts', say: 'location match' },
  { word: 'walk', forms: ['walks'], say: 'scan, list', isFineInComments: true },
  { word: 'gather', forms: ['gathers'], say: 'sort matches, collect', isFineInComments: true },
  { word: 'promptly', say: 'within a timeout' },
  { word: 'visitor', forms: ['visitors'], say: 'anonymous client; viewer', isFineInComments: true },
  { word: 'hear', forms: ['hears', 'heard'], say: 'receive, listen' },
  { word: 'ask', forms: ['asks', 'asked', 'asking'], say: 'request, poll; confirm with a person' },
  { word: 'goes with', forms: ['go with'], say: 'is deleted with' },
  { word: 'whoever', say: 'a person who, the process that' },
]

interface Exception {
  name: RegExp
  /** Reason to keep the name. */
  reason: string
  /**
   * True if it may be any name; otherwise it may only be the name of a property, a column or a function in
   * SQL.
   */
  isFreeName?: true
}

/** Names that others chose, or that running code and stored data already contain. */
export const EXCEPTIONS: Exception[] = [
  { name: /^max_slot_wal_keep_size$/, reason: "PostgreSQL's setting", isFreeName: true },
  { name: /^keepAlive|^KEEP_ALIVE/, reason: "Node's option, and the header's name", isFreeName: true },
  { name: /^keepPreviousData$/, reason: "TanStack Query's function", isFreeName: true },
  { name: /^deadLetter$/, reason: "pg-boss's option" },
  { name: /^formatToParts$/, reason: "Intl's method" },
  { name: /^walk(?:Rules|AtRules|Decls|Comments)$/, reason: "PostCSS's methods" },
  { name: /^max_parallel_workers_per_gather$/, reason: "PostgreSQL's setting" },
  { name: /^news$/, reason: '`Preferences.news` is what browsers and apps send' },
  {
    name: /^(?:tries|told_at|sold_told_at|price_told)$/,
    reason: 'columns of the baseline',
  },
  { name: /^places?_ids?$|^placeIds?$/, reason: 'columns of the table `places`', isFreeName: true },
]
