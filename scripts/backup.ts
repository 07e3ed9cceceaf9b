import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { backUp } from './backup/back-up.ts'

const HELP = `npm run backup                 copies database, pictures and key to BACKUP_DIR; the site may run`

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } })
  if (values.help) console.log(HELP)
  else await backUp(readConfig(process.env), (line) => console.log(line))
} catch (error) {
  for (const line of error instanceof BootError ? error.lines : [String(error)]) console.error(line)
  process.exitCode = 1
}
