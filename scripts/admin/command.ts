import type { Context } from '#server/context.ts'

export interface AdminDeps extends Context {
  siteName: string
  print: (line: string) => void
  complain: (line: string) => void
}

export const OPTIONS = {
  days: { type: 'string' },
  rule: { type: 'string' },
  words: { type: 'string' },
  as: { type: 'string' },
  pause: { type: 'string' },
} as const

/** Words after a command's name, and its options. */
export interface CommandLine {
  words: string[]
  options: Partial<Record<keyof typeof OPTIONS, string>>
}

export type Command = (deps: AdminDeps, typed: CommandLine) => Promise<void>

/** An error that the person at the shell can correct. */
export class CommandError extends Error {}

/** Runs the command that the first word names, or the one named '' without a word. */
export const byFirstWord =
  (commands: Record<string, Command>, usage: string): Command =>
  async (deps, { words: [name = '', ...words], options }) => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new CommandError(usage)
    await command(deps, { words, options })
  }

/** Milliseconds between steps of long work, to leave the machine to others. */
export function pauseOf({ pause }: CommandLine['options'], otherwise: number): number {
  if (pause === undefined) return otherwise
  if (!/^\d{1,5}$/.test(pause)) throw new CommandError('--pause is in milliseconds.')
  return Number(pause)
}
