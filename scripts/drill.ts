import { CHOICE_OPTIONS, openChosen } from './backup/chosen-backup.ts'
import { runCommand } from './backup/command.ts'
import { drill } from './backup/drill.ts'

const HELP = `npm run drill                          tests the backup for every kind of failure: a lost machine, a return to a
                                       moment, a damaged file, a crash, a full disk. It works in its own folder,
                                       changes neither site nor backup, and exits with 1 if a step fails.
npm run drill -- --scratch /mnt/large  works there instead of in DATA_DIR; it needs room for twice the site
npm run drill -- --second              uses the copy in BACKUP_SECOND_DIR`

await runCommand({
  help: HELP,
  options: { scratch: { type: 'string' }, ...CHOICE_OPTIONS },
  async work(values, config, say) {
    const chosen = await openChosen(config, values)
    const failed = await drill(chosen, { scratch: values.scratch ?? config.dataDir, say })
    if (failed > 0) process.exitCode = 1
  },
})
