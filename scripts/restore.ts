import { bringBack } from './backup/bring-back.ts'
import { CHOICE_OPTIONS, openChosen } from './backup/chosen-backup.ts'
import { runCommand } from './backup/command.ts'

const HELP = `npm run restore                                  restores the newest state; the site must be stopped
npm run restore -- --to '2026-11-22 08:17'        restores that moment in TIME_ZONE; seconds, Z or +01:00 may follow
npm run restore -- --second                       uses the copy in BACKUP_SECOND_DIR
npm run restore -- --bucket-at '2026-11-22 08:17' uses a versioned bucket's state at that moment, despite later deletions and changes`

await runCommand({
  help: HELP,
  options: { to: { type: 'string' }, ...CHOICE_OPTIONS },
  async work(values, config, say) {
    const chosen = await openChosen(config, values)
    await bringBack(config, { chosen, to: values.to }, say)
  },
})
