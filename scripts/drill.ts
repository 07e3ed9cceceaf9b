import { CHOICE_OPTIONS, openChosen } from './backup/chosen-backup.ts'
import { runCommand } from './backup/command.ts'
import { drill } from './backup/drill.ts'

const HELP = `npm run drill                          goes through the bad days with the backup as it is: the machine lost, back to a
                                       moment, a damaged file, a crash, a full disk. It works in a folder of its own,
                                       changes neither site nor backup, and ends with 1 where something fails.
npm run drill -- --scratch /mnt/large  works there instead of DATA_DIR, with room for twice the site
npm run drill -- --second              with the copy in BACKUP_SECOND_DIR`

await runCommand({
  help: HELP,
  options: { scratch: { type: 'string' }, ...CHOICE_OPTIONS },
  async work(values, config, say) {
    const chosen = await openChosen(config, values)
    const failed = await drill(chosen, { scratch: values.scratch ?? config.dataDir, say })
    if (failed > 0) process.exitCode = 1
  },
})
