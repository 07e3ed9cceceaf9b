import { parseArgs } from 'node:util'
import { RULES } from '#contract/moderation/cases/decisions.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { CATEGORY_COMMANDS } from './category-commands.ts'
import { type AdminDeps, type Command, type CommandLine, OPTIONS, CommandError } from './command.ts'
import { HEALTH_COMMANDS } from './health-commands.ts'
import { JOB_COMMANDS } from './job-commands.ts'
import { KEY_COMMANDS } from './key-commands.ts'
import { LISTING_COMMANDS } from './listing-commands.ts'
import { PEOPLE_COMMANDS } from './people-commands.ts'
import { PHOTO_COMMANDS } from './photo-commands.ts'
import { SEARCH_COMMANDS } from './search-commands.ts'

export const HELP = `npm run admin -- <command>

  people <words>                                   finds people by name, e-mail address, phone number or id
  role <person> moderator|administrator|none       gives or removes a role; makes the first administrator
  suspend <person> --days <n> <decision>           ends the person's sessions and hides their listings for a time
  ban <person> <decision>                          does the same permanently
  restore <person> --as <staff>                    lifts a suspension or ban
  sessions end <person>|all                        signs one person or everybody out on all devices
  person delete <person> --as <administrator>      deletes the account and all personal data permanently
  listings of <person>                             lists a person's listings
  listings show <listing>                          shows what a listing says, and its state
  listings hold|remove <listing> <decision>        hides a listing until somebody checks it, or permanently
  listings restore <listing> --as <staff>          shows it again
  listings delete <listing> --as <administrator>   deletes it and its photos permanently
  categories                                       lists categories in the order in which people see them
  categories rename <id> <name> --as <admin…>      renames a category
  categories hide|show <id> --as <admin…>          hides a category or shows it again; its listings stay
  categories order <id>…|demand --as <admin…>      puts these first and the others by demand
  photos encode-again [anew] [--pause <ms>]        makes all files of photos from their widest JPEG; continues where it stopped
  search rebuild [--pause <ms>]                    rebuilds the search index while the site runs
  keys                                             lists the site's keys without showing them
  keys rotate [leaked]                             makes a new key; signatures of the old one are valid for 60 days, or end now
  keys reseal                                      encrypts second factors and the push key with the key that signs
  health                                           shows the state of the site; exits with 1 if something is wrong
  mail-test <address>                              sends a mail with the site's own mail server
  jobs                                             lists jobs that were given up
  jobs retry|drop <id>|all [--as <admin…>]         runs them again, or deletes them

<person> and <staff> are an e-mail address, a phone number or an id; <listing> is an id or its page's address.
<decision> is --as <staff> --rule <rule> --words <words for the person>. Rules:
${Object.entries(RULES)
  .map(([name, text]) => `  ${name.padEnd(17)}${text}`)
  .join('\n')}`

const [HEAD = '', ...REST] = HELP.split('\n\n')

/** Help lines of a command, or of its first word if that has its own lines. */
function linesOf(name: string, word: string | undefined): string[] {
  const ofName = HELP.split('\n').filter((line) => line.startsWith(`  ${name} `))
  const ofWord = ofName.filter((line) => word && line.split(' ')[3]?.split('|').includes(word))
  return ofWord.length > 0 ? ofWord : ofName
}

/** Help for one command, or for all if the name is unknown. */
export function helpOf(name = '', word?: string): string {
  if (!Object.hasOwn(COMMANDS, name)) return HELP
  const own = linesOf(name, word)
  const needsWho = own.some((line) => /<person>|<staff>|<listing>|<decision>/.test(line))
  return [HEAD, own.join('\n'), ...(needsWho ? REST.slice(1) : [])].join('\n\n')
}

const COMMANDS: Record<string, Command> = {
  ...PEOPLE_COMMANDS,
  ...LISTING_COMMANDS,
  ...CATEGORY_COMMANDS,
  ...PHOTO_COMMANDS,
  ...SEARCH_COMMANDS,
  ...KEY_COMMANDS,
  ...HEALTH_COMMANDS,
  ...JOB_COMMANDS,
}

const DECISION = ['as', 'rule', 'words']

/** Options that the command's help names. */
function optionsOf(name: string, word: string | undefined): typeof OPTIONS {
  const lines = linesOf(name, word).join('\n')
  const named = new Set([
    ...Array.from(lines.matchAll(/--(\w+)/g), ([, option]) => option),
    ...(lines.includes('<decision>') ? DECISION : []),
  ])
  return Object.fromEntries(Object.entries(OPTIONS).filter(([option]) => named.has(option))) as typeof OPTIONS
}

function parse(name: string, args: string[]): CommandLine {
  try {
    const options = optionsOf(name, args[0])
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    return { words: positionals, options: values }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [, option = ''] = /'(-[^']*)'/.exec(message) ?? []
    throw new CommandError(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? `'${name}' takes no option ${option}. Say:\n\n${linesOf(name, args[0]).join('\n')}`
        : message,
    )
  }
}

function readCommand([name = '', ...args]: string[]): { run: Command; typed: CommandLine } {
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!run) throw new CommandError(`There is no command '${name}'.\n\n${HELP}`)
  return { run, typed: parse(name, args) }
}

/** Returns why the typed command is invalid on any site, or undefined. */
export function refusalOf(words: string[]): string | undefined {
  try {
    readCommand(words)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns the exit code: 0, or 1 with a line that explains the problem. */
export async function runAdmin(words: string[], deps: AdminDeps): Promise<number> {
  try {
    const { run, typed } = readCommand(words)
    await run(deps, typed)
    return 0
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof AppError)) throw error
    deps.complain(error.message)
    return 1
  }
}
