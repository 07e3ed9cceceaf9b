import { fold, plainName, skeletonOf, skeletonsOf, skeletonWords } from '#server/moderation/guard/service.ts'

/** Words for the site's staff, which no name has. */
const STAFF = [
  'admin',
  'administrator',
  'customer care',
  'customer service',
  'help desk',
  'official',
  'sysadmin',
] as const
/** Words that are reserved beside the site's name, beside each other and alone: 'Mary Help of Christians' is a parish. */
const ROLES = ['help', 'moderator', 'staff', 'support', 'team'] as const
const ROLE_IN_BRACKETS = /[([{]\s*([^)\]}]+?)\s*[)\]}]/gu

/** The skeletons of a word in small letters, in capitals and as it is, each in one piece. */
const formsOf = (word: string): string[] =>
  [word, word.toLowerCase(), word.toUpperCase()]
    .map((text) => skeletonWords(skeletonOf(text)).join(''))
    .filter((form) => form !== '')

/** Words that were written letter by letter ('S.u.p.p.o.r.t') in one piece. */
function withRunsJoined(words: readonly string[]): string[] {
  const joined = words.join(' ').replace(/(?<!\S)\S(?: \S(?!\S))+/gu, (run) => run.replaceAll(' ', ''))
  return joined.split(' ').map(fold)
}

/** Whether a word is one of the forms, several of them run together ('SankofaSupport'), or a plural. */
function isMadeOf(word: string, forms: ReadonlySet<string>): boolean {
  const reached = new Set([0])
  for (let from = 0; from < word.length; from += 1)
    if (reached.has(from))
      for (const form of forms) if (word.startsWith(form, from)) reached.add(from + form.length)
  const isPlural = word.length > 1 && word.endsWith('s') && reached.has(word.length - 1)
  return word !== '' && (reached.has(word.length) || isPlural)
}

/** Whether one of the words, or two neighbours in one piece, are made of the forms. */
const hasWord = (words: readonly string[], forms: ReadonlySet<string>) =>
  words.some((word, at) => isMadeOf(word, forms) || forms.has(word + (words[at + 1] ?? '')))

const readingsOf = (name: string) =>
  skeletonsOf(name).map((skeleton) => withRunsJoined(skeletonWords(skeleton)))

/** Returns a function that checks whether a name contains one of these words, in any script. */
export function nameTest(refused: readonly string[]): (name: string) => boolean {
  const forms = new Set(refused.flatMap(formsOf))
  if (forms.size === 0) return () => false
  return (name) => readingsOf(name).some((words) => words.some((word) => isMadeOf(word, forms)))
}

/** Returns a function that checks whether a name certainly means the site or its staff. */
export function reservedNames(siteName: string): (name: string) => boolean {
  const staff = new Set(STAFF.flatMap(formsOf))
  const roles = new Set(ROLES.flatMap(formsOf))
  const site = new Set(formsOf(siteName))
  const all = new Set([...staff, ...roles, ...site])
  const hasSite = (words: readonly string[]) => words.some((_, at) => isSiteAt(words, at, site))
  const isReserved = (words: readonly string[]) =>
    hasWord(words, staff) ||
    isMadeOf(words.join(''), all) ||
    (hasSite(words) && words.some((word) => isMadeOf(word, all) && !site.has(word)))
  return (name) =>
    readingsOf(name).some(isReserved) ||
    Array.from(plainName(name).matchAll(ROLE_IN_BRACKETS), ([, role = '']) => role).some((role) =>
      readingsOf(role).some((words) => words.length > 0 && words.every((word) => isMadeOf(word, all))),
    )
}

/** Whether the site's name, which may have several words, begins at a word. */
function isSiteAt(words: readonly string[], at: number, site: ReadonlySet<string>): boolean {
  let joined = ''
  return words.slice(at).some((word) => site.has((joined += word)))
}
