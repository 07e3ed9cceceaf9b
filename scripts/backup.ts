import { BootError } from '#server/platform/process/boot-error.ts'
import { backUp, verifyBackup } from './backup/back-up.ts'
import { CHOICE_OPTIONS, type Chosen, openChosen } from './backup/chosen-backup.ts'
import { runCommand } from './backup/command.ts'
import { listBackups } from './backup/list-backups.ts'

const HELP = `npm run backup                 copies database, pictures and key to BACKUP_DIR; the site may run
npm run backup -- --list       lists what can be restored
npm run backup -- --verify     restores the newest copy beside the site and checks that it is complete
With --list and --verify:
  --second                       works with the copy in BACKUP_SECOND_DIR
  --bucket-at '2026-11-22 08:17' uses a versioned bucket's state at that moment, despite later deletions and changes`

/** Refuses to choose a copy for a new base, which always goes to both. */
function requireUse({ list, verify, ...chosen }: { list?: boolean; verify?: boolean } & Chosen): void {
  const option = Object.keys(CHOICE_OPTIONS).find((name) => name in chosen)
  if (option !== undefined && !list && !verify)
    throw new BootError(`--${option} goes with --list or --verify. npm run backup fills every copy.`)
}

await runCommand({
  help: HELP,
  options: { list: { type: 'boolean' }, verify: { type: 'boolean' }, ...CHOICE_OPTIONS },
  async work(values, config, say) {
    requireUse(values)
    if (values.list) await listBackups(await openChosen(config, values), say)
    else if (values.verify) await verifyBackup(config, await openChosen(config, values), say)
    else await backUp(config, say)
  },
})
