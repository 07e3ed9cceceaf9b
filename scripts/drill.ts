import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { describeSite } from './admin/site-database.ts'
import { drill } from './backup/drill.ts'
import { openChosen, CHOICE_OPTIONS } from './backup/chosen-backup.ts'
import { linesOf } from './backup/words.ts'

const HELP = `npm run drill                          goes through the bad days with the backup as it is: the machine lost, back to a
                                       moment, a damaged file, a crash, a full disk. It works in a folder of its own,
                                       changes neither site nor backup, and ends with 1 where something fails.
npm run drill -- --scratch /mnt/large  works there instead of DATA_DIR, with room for twice the site
npm run drill -- --second              with the copy in BACKUP_SECOND_DIR`

try {
  const { values } = parseArgs({
    options: { scratch: { type: 'string' }, help: { type: 'boolean' }, ...CHOICE_OPTIONS },
  })
  if (values.help) console.log(HELP)
  else {
    const config = readConfig(process.env)
    console.error(describeSite(config))
    const chosen = await openChosen(config, values)
    const scratch = values.scratch ?? config.dataDir
    const failed = await drill(chosen, { scratch, say: (line) => console.log(line) })
    if (failed > 0) process.exitCode = 1
  }
} catch (error) {
  for (const line of linesOf(error)) console.error(line)
  process.exitCode = 1
}
