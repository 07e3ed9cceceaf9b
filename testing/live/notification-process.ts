import { handleNotificationJobs } from '#server/notifications/jobs.ts'
import { notify } from '#server/notifications/service.ts'
import { connect } from '#server/platform/db/connect.ts'
import { createPushSender } from '#server/platform/push/push-sender.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { createTestContext } from '#testing/context.ts'
import { TEST_CERTIFICATE } from '#testing/services/certificate.ts'

/**
 * A process of a site that dies. It notifies PERSON and kills itself after the commit, or with WORKS=yes
 * continues to deliver.
 */
const { URL: url = '', SECRET = '', PUSH_HOSTS = '', PERSON = '', WORKS } = process.env
const ctx = createTestContext(
  { db: connect(url), url },
  {
    secrets: secretsFrom(Buffer.from(SECRET, 'hex')),
    push: createPushSender({ contact: 'support@example.com', ownHosts: [PUSH_HOSTS], ca: TEST_CERTIFICATE }),
  },
)
// Without handlers it takes no jobs.
if (WORKS) handleNotificationJobs(ctx)
await ctx.jobs.start()
const notification = {
  to: [PERSON],
  type: 'other',
  content: 'Written by a process that died',
  actionUrl: null,
} as const
await ctx.db.transaction().execute((tx) => notify(ctx, tx, notification))
if (!WORKS) process.kill(process.pid, 'SIGKILL')
