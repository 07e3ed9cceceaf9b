import { skeletonOf, skeletonsOf, skeletonWords } from '#server/moderation/guard/service.ts'

/** Words for the site's staff, which no name has. */
const STAFF = [
  'admin',
  'administrator',
  'customercare',
  'customerservice',
  'helpdesk',
  'official',
  'sysadmin',
]
/** Words that are reserved alone or beside each other: 'Mary Help of Christians' is a parish, and churches have moderators. */
const ALONE = ['help', 'moderator', 'staff', 'support', 'team']

/** The skeletons of a word in small letters, in capitals and as it is. */
const formsOf = (word: string): string[] =>
  [word, word.toLowerCase(), word.toUpperCase()].map((text) => skeletonWords(skeletonOf(text)).join(''))

/** Several words run together ('SankofaSupport'), or one spelled letter by letter. */
const runOf = (words: readonly string[]) =>
  new RegExp(`^(?:${[...new Set(words.flatMap(formsOf))].join('|')})+s?$`, 'u')

/** Returns a function that checks whether a name contains one of these words, in any script. */
export function nameTest(refused: readonly string[]): (name: string) => boolean {
  if (refused.length === 0) return () => false
  const known = new Set(refused.flatMap(formsOf))
  const together = runOf(refused)
  return (name) =>
    skeletonsOf(name).some((skeleton) => {
      const words = skeletonWords(skeleton)
      return (
        words.some((word) => known.has(word)) ||
        together.test(words.join('')) ||
        words.some((word) => together.test(word))
      )
    })
}

/** Roles that churches and others have too: reserved beside one other word, as in 'Ama (Staff)'. */
const ROLES: ReadonlySet<string> = new Set(['moderator', 'staff'].flatMap(formsOf))

/** Returns a function that checks whether a name certainly means the site or its staff. */
export function reservedNames(siteName: string): (name: string) => boolean {
  const hasStaff = nameTest(STAFF)
  const whole = runOf([...STAFF, ...ALONE, siteName])
  return (name) =>
    hasStaff(name) ||
    skeletonsOf(name).some((skeleton) => {
      const words = skeletonWords(skeleton)
      return whole.test(words.join('')) || (words.length === 2 && words.some((word) => ROLES.has(word)))
    })
}
