import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { describeSite } from './admin/site-database.ts'
import { backUp, verifyBackup } from './backup/back-up.ts'

const HELP = `npm run backup                 copies database, pictures and key to BACKUP_DIR; the site may run
npm run backup -- --verify     restores the newest copy beside the site and looks whether all is there`

try {
  const { values } = parseArgs({ options: { verify: { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help) console.log(HELP)
  else {
    const config = readConfig(process.env)
    console.error(describeSite(config))
    await (values.verify ? verifyBackup : backUp)(config, (line) => console.log(line))
  }
} catch (error) {
  for (const line of error instanceof BootError ? error.lines : [String(error)]) console.error(line)
  process.exitCode = 1
}
