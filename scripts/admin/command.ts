import type { DecidingDeps } from '#server/decisions/deciding.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'

export interface AdminDeps extends DecidingDeps {
  mailer: Mailer
  siteName: string
  print: (line: string) => void
  complain: (line: string) => void
}

/** What follows a command's name, and its options. */
export interface CommandLine {
  words: string[]
  options: Partial<Record<'days' | 'rule' | 'words' | 'as', string>>
}

/** What the person at the shell has to change. */
export class Wrong extends Error {}
