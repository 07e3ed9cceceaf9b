import { BootError } from '#server/platform/process/boot-error.ts'
import { helpOf, refusalOf, runAdmin } from './admin/run-admin.ts'
import { openSiteContext } from './admin/site-context.ts'
import { describeSite } from './admin/site-database.ts'

const HELP_WORDS = ['--help', '-h']

/** Runs one command with the site's settings, whether the site runs or is stopped. */
async function main(words: string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help' || words.some((word) => HELP_WORDS.includes(word))) {
    const [name, part] = words.filter((word) => !['help', ...HELP_WORDS].includes(word))
    console.log(helpOf(name, part))
    return words.length === 0 ? 1 : 0
  }
  const refusal = refusalOf(words)
  if (refusal !== undefined) {
    console.error(refusal)
    return 1
  }
  const { ctx, close } = await openSiteContext(process.env)
  console.error(describeSite(ctx.config))
  try {
    const print = (line: string) => console.log(line)
    const complain = (line: string) => console.error(line)
    return await runAdmin(words, { ...ctx, siteName: ctx.config.site.name, print, complain })
  } finally {
    await close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  for (const line of error instanceof BootError ? error.lines : [String(error)]) console.error(line)
  process.exitCode = 1
}
