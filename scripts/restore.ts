import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { describeSite } from './admin/site-database.ts'
import { bringBack } from './backup/bring-back.ts'

const HELP = `npm run restore                                  the newest state; the site must be stopped
npm run restore -- --to '2026-11-22 08:17'        as it was at that moment of TIME_ZONE; seconds, Z or +01:00 may follow`

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) console.log(HELP)
  else {
    const config = readConfig(process.env)
    console.error(describeSite(config))
    await bringBack(config, values.to, (line) => console.log(line))
  }
} catch (error) {
  for (const line of error instanceof BootError ? error.lines : [String(error)]) console.error(line)
  process.exitCode = 1
}
