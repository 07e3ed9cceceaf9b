import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { describeSite } from './admin/site-database.ts'
import { bringBack } from './backup/bring-back.ts'
import { openChosen, CHOICE_OPTIONS } from './backup/chosen-backup.ts'
import { linesOf } from './backup/words.ts'

const HELP = `npm run restore                                  the newest state; the site must be stopped
npm run restore -- --to '2026-11-22 08:17'        as it was at that moment of TIME_ZONE; seconds, Z or +01:00 may follow
npm run restore -- --second                       from the copy in BACKUP_SECOND_DIR
npm run restore -- --bucket-at '2026-11-22 08:17' as a bucket with versions stood then, whatever was deleted or replaced since`

try {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, help: { type: 'boolean' }, ...CHOICE_OPTIONS },
  })
  if (values.help) console.log(HELP)
  else {
    const config = readConfig(process.env)
    console.error(describeSite(config))
    const chosen = await openChosen(config, values)
    await bringBack(config, { chosen, to: values.to }, (line) => console.log(line))
  }
} catch (error) {
  for (const line of linesOf(error)) console.error(line)
  process.exitCode = 1
}
