import { handleNotificationJobs } from '#server/notifications/jobs.ts'
import { notify } from '#server/notifications/service.ts'
import { connect } from '#server/platform/db/connect.ts'
import { createPushSender } from '#server/platform/push/push-sender.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { createTestContext } from '#testing/context.ts'
import { TEST_CERTIFICATE } from '#testing/services/certificate.ts'

/**
 * A process of a site, to be killed. It notifies PERSON and dies by itself as soon as that is committed, or with
 * WORKS=yes goes on to deliver.
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
