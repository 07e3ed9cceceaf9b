export interface RetiredWord {
  /** Words of an identifier, a file's name or a comment, in small letters: 'to people' is also `toPeople`. */
  word: string
  /** Other forms of it. */
  forms?: string[]
  say: string
  /** True for what is plain English in a comment. */
  isFineInComments?: true
}

/** Words that this repository no longer uses, with those in their place; docs/glossary.md shows them. */
export const RETIRED_WORDS: RetiredWord[] = [
  {
    word: 'kept',
    forms: ['keep', 'keeps'],
    say: 'draft, cached, saved or stored, by meaning; `add` and `remove` for favourites',
    isFineInComments: true,
  },
  { word: 'news', say: 'notification' },
  { word: 'told', forms: ['tell', 'tells'], say: 'notify, emit; `emitToUsers`' },
  { word: 'to people', say: '`emitToUsers`', isFineInComments: true },
  { word: 'talk', forms: ['talks', 'may talk'], say: 'conversation; `requireParticipant`' },
  { word: 'given', say: 'options, settings', isFineInComments: true },
  { word: 'in turn', say: 'keyed mutex', isFineInComments: true },
  { word: 'letter', forms: ['letters'], say: 'e-mail template', isFineInComments: true },
  { word: 'ways out', forms: ['way out'], say: 'filter suggestions', isFineInComments: true },
  { word: 'secretive', say: 'redacted' },
  { word: 'says otherwise', say: 'edit conflict', isFineInComments: true },
  { word: 'tries', say: 'attempts', isFineInComments: true },
  { word: 'whereabouts', say: 'location match' },
  { word: 'promptly', say: 'within a timeout' },
  { word: 'hear', forms: ['hears'], say: 'receive' },
  { word: 'ask', forms: ['asks', 'asked'], say: 'request' },
  { word: 'goes with', forms: ['go with'], say: 'is deleted with' },
  { word: 'whoever', say: 'a person who, the process that' },
]
