export interface OddWord {
  line: number
  text: string
  advice: string
}

/** Files with texts that people read; of the server, only those that write e-mails, SMS and notifications. */
const TEXTS =
  /^(?:web\/.+\.(?:tsx?|html)|contract\/(?:problem|pages)\.ts|contract\/accounts\/.+\.ts|legal\/.+\.md|server\/accounts\/emails\/.+\.ts|server\/notifications\/words\/.+\.ts|server\/.+(?:templates|-e?mails|notifications|readme|dev-mailbox\/page)\.ts)$/
const TESTS = /\.test\.tsx?$/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g
/** Summaries of calls are for programmers. */
const SUMMARY = /\bsummary:\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)/g

const LOG = "say 'log in', 'log out' or the noun 'login'"
const SIGN_UP = "say 'sign up'"
const RULES: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\bsign(?:s|ed|ing)? (?:in|out|you in)\b/gi, LOG],
  // A word of the code is quoted or part of a longer name.
  [/(?<![\w/.-])sign(?:ed|ing)?-(?:ins?|outs?)(?![\w/.'"`-])/gi, LOG],
  [/(?<![\w/.-])log-(?:in|out)s?(?![\w/.'"`-])/gi, LOG],
  [/\b(?:please|you|can|must) log(?:in|out)\b/gi, LOG],
  [
    /\b(?:to|not|and|or|you|can|please) register\b|(?<=['"`>\s])Register (?=[a-z])|\bCreate account\b/g,
    SIGN_UP,
  ],
]

/** Words of the specification, and of other services' accounts. */
const ALLOWED: readonly string[] = [
  '<Button onClick={() => void logout()}>Sign out</Button>',
  'Failed to sign out',
  'Signed out of iCloud and Google',
]

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')

/**
 * Finds other words for logging in, logging out and signing up in texts that people read. The specification's 'Login',
 * 'Register', 'Logout' and 'Sign out' stay where it names them.
 */
export function findOddAccountWords(path: string, source: string): OddWord[] {
  if (!TEXTS.test(path) || TESTS.test(path)) return []
  let texts = path.endsWith('.md') ? source : source.replaceAll(COMMENT, blank).replaceAll(SUMMARY, blank)
  for (const allowed of ALLOWED) texts = texts.replaceAll(allowed, blank)
  const lines = source.split('\n')
  return RULES.flatMap(([pattern, advice]) =>
    [...texts.matchAll(pattern)].map(({ index }) => {
      const line = texts.slice(0, index).split('\n').length
      return { line, text: (lines[line - 1] ?? '').trim(), advice }
    }),
  )
}
