import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { describeSite } from './admin/site-database.ts'
import { backUp, verifyBackup } from './backup/back-up.ts'
import { listBackups } from './backup/list-backups.ts'
import { openChosen, CHOICE_OPTIONS } from './backup/chosen-backup.ts'
import { linesOf } from './backup/words.ts'

const HELP = `npm run backup                 copies database, pictures and key to BACKUP_DIR; the site may run
npm run backup -- --list       what can be restored
npm run backup -- --verify     restores the newest copy beside the site and looks whether all is there
With --list and --verify:
  --second                       works with the copy in BACKUP_SECOND_DIR
  --bucket-at '2026-11-22 08:17' as a bucket with versions stood then, whatever was deleted or replaced since`

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
