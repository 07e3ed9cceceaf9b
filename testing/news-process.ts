import { connect } from '#server/db/connect.ts'
import { publicConfig, readConfig } from '#server/config.ts'
import { rateLimiter } from '#server/http/rate-limit.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { openMessaging } from '#server/messaging.ts'
import { notificationsService } from '#server/notifications/service.ts'
import { createPushSender } from '#server/push/push-sender.ts'
import { secretsFrom } from '#server/secrets.ts'
import { TEST_CERTIFICATE } from './certificate.ts'

/**
 * A process of a site, to be killed. It writes news for PERSON and dies by itself as soon as that is committed, or
 * with WORKS=yes goes on to send them.
 */
const { URL: url = '', SECRET = '', PUSH_HOSTS = '', PERSON = '', WORKS } = process.env
const db = connect(url)
const log = createLog('silent')
const jobs = createJobs({ url, log, timeZone: 'Africa/Accra' })
const config = readConfig({})
const { notify } = notificationsService({
  ...openMessaging(config, db),
  db,
  log,
  // Without handlers it takes no jobs.
  jobs: WORKS ? jobs : { ...jobs, handle: () => undefined, schedule: () => undefined },
  live: { toPeople: async () => undefined },
  limiter: rateLimiter(db),
  secrets: secretsFrom(Buffer.from(SECRET, 'hex')),
  site: publicConfig(config),
  push: createPushSender({ contact: 'support@example.com', ownHosts: [PUSH_HOSTS], ca: TEST_CERTIFICATE }),
  onClose: () => undefined,
})
await jobs.start()
const news = {
  to: [PERSON],
  type: 'other',
  content: 'Written by a process that died',
  actionUrl: null,
} as const
await db.transaction().execute((tx) => notify(tx, news))
if (!WORKS) process.kill(process.pid, 'SIGKILL')
