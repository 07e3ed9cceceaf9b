import { createRevocations } from '#server/accounts/sessions/revocations.ts'
import { readConfig } from '#server/config/config.ts'
import { connect } from '#server/platform/db/connect.ts'
import { openListener } from '#server/platform/db/listener.ts'
import { publicChanges } from '#server/platform/http/pages/public-changes.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { createLog } from '#server/platform/process/log.ts'
import { openMessaging } from '#server/platform/process/open-messaging.ts'
import { HELP, runAdmin } from './admin/run-admin.ts'
import { openSiteDatabase } from './admin/site-database.ts'

/** With the settings of the site, beside it or while it is stopped. */
async function main(words: string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help' || words.includes('--help')) {
    console.log(HELP)
    return words.length === 0 ? 1 : 0
  }
  const config = readConfig(process.env)
  const { url, close } = await openSiteDatabase(config)
  const db = connect(url, { connections: 2 })
  const listener = openListener(url)
  const jobs = createJobs({
    url,
    log: createLog('silent'),
    timeZone: config.site.timeZone,
    onlyEnqueues: true,
  })
  const { mailer, push } = openMessaging(config, db)
  try {
    await jobs.start()
    return await runAdmin(words, {
      db,
      jobs,
      changes: publicChanges(listener),
      revocations: createRevocations({ db, listener }),
      mailer,
      siteName: config.site.name,
      print: (line) => console.log(line),
      complain: (line) => console.error(line),
    })
  } finally {
    await jobs.stop()
    mailer.close()
    push.close()
    await listener.close()
    await db.destroy()
    await close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  for (const line of error instanceof BootError ? error.lines : [String(error)]) console.error(line)
  process.exitCode = 1
}
