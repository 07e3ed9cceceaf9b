import { parseArgs } from 'node:util'
import { BootError } from '#server/platform/process/boot-error.ts'
import { readConfig } from '#server/config/config.ts'
import { describeSite } from './admin/site-database.ts'
import { backUp, verifyBackup } from './backup/back-up.ts'
import { listBackups } from './backup/list-backups.ts'
import { type Chosen, openChosen, CHOICE_OPTIONS } from './backup/chosen-backup.ts'
import { linesOf } from './backup/words.ts'

const HELP = `npm run backup                 copies database, pictures and key to BACKUP_DIR; the site may run
npm run backup -- --list       what can be restored
npm run backup -- --verify     restores the newest copy beside the site and looks whether all is there
With --list and --verify:
  --second                       works with the copy in BACKUP_SECOND_DIR
  --bucket-at '2026-11-22 08:17' as a bucket with versions stood then, whatever was deleted or replaced since`

/** A base goes to both copies as they are. */
function requireUse({ list, verify, ...chosen }: { list?: boolean; verify?: boolean } & Chosen): void {
  const option = Object.keys(CHOICE_OPTIONS).find((name) => name in chosen)
  if (option !== undefined && !list && !verify)
    throw new BootError(`--${option} goes with --list or --verify. npm run backup fills every copy.`)
}

try {
  const { values } = parseArgs({
    options: {
      list: { type: 'boolean' },
      verify: { type: 'boolean' },
      help: { type: 'boolean' },
      ...CHOICE_OPTIONS,
    },
  })
  if (values.help) console.log(HELP)
  else {
    requireUse(values)
    const config = readConfig(process.env)
    console.error(describeSite(config))
    const say = (line: string) => console.log(line)
    if (values.list) await listBackups(await openChosen(config, values), say)
    else if (values.verify) await verifyBackup(config, await openChosen(config, values), say)
    else await backUp(config, say)
  }
} catch (error) {
  for (const line of linesOf(error)) console.error(line)
  process.exitCode = 1
}
