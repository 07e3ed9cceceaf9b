import { parseArgs, type ParseArgsConfig } from 'node:util'
import { type Config, readConfig } from '#server/config/config.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { describeSite } from '#scripts/admin/site-database.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known }>>['values']

interface Command<Known extends Options> {
  help: string
  options: Known
  work: (values: Values<Known>, config: Config, say: (line: string) => void) => Promise<void>
}

/** Lines that explain why a command cannot do its work. */
function linesOf(error: unknown): readonly string[] {
  if (error instanceof BootError) return error.lines
  const { code = '', message } = error as NodeJS.ErrnoException
  return [
    code.startsWith('ERR_PARSE_ARGS')
      ? `${message.split('.', 1)[0]}. --help lists the options.`
      : String(error),
  ]
}

/** Prints a command's help or runs it on the site of the settings; a failure exits with 1 and plain lines. */
export async function runCommand<Known extends Options>({
  help,
  options,
  work,
}: Command<Known>): Promise<void> {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } })
    if ('help' in values) return console.log(help)
    const config = readConfig(process.env)
    console.error(describeSite(config))
    await work(values, config, (line) => console.log(line))
  } catch (error) {
    for (const line of linesOf(error)) console.error(line)
    process.exitCode = 1
  }
}
