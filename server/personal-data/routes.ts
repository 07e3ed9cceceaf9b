import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as contract from '#contract/personal-data.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { AccountsService } from '#server/accounts/service.ts'
import { mount } from '#server/http/mount.ts'
import { problemReply } from '#server/http/problem-reply.ts'
import type { Log } from '#server/log.ts'
import type { PersonalDataService } from './service.ts'

interface RouteParts {
  personalData: PersonalDataService
  accounts: Pick<AccountsService, 'requireLiveSession'>
  /** Has the browser forget its session. */
  forgetSession: (c: Context) => void
  log: Log
}

function exportRoutes(app: Hono, { personalData, accounts }: RouteParts): void {
  mount(app, contract.getExport, async ({ viewer }) => ({ export: await personalData.latestExport(viewer) }))
  mount(app, contract.requestExport, async ({ viewer }) => {
    await accounts.requireLiveSession(viewer)
    return { export: await personalData.requestExport(viewer) }
  })
  mount(app, contract.downloadExport, async ({ viewer, body }, c) => {
    await accounts.requireLiveSession(viewer)
    const { stream, size } = await personalData.downloadExport(viewer, body.token)
    return c.body(stream, 200, {
      'Content-Type': contract.downloadExport.contentType,
      'Content-Length': String(size),
      'Content-Disposition': 'attachment; filename="data.zip"',
      'Cache-Control': 'no-store',
    })
  })
}

const FAILED = 'Failed to delete account. Please try again or contact support.'

/** Its failures are `{error: string}` (SPEC 7), unlike those of every other call. */
function deletionRoutes(app: Hono, { personalData, forgetSession, log }: RouteParts): void {
  const functions = new Hono()
  functions.onError(async (error, c) => {
    const reply = problemReply(c, error, log)
    const { error: problem } = (await reply.json()) as ProblemBody
    return c.json(
      { error: problem.code === 'fault' ? FAILED : problem.message },
      reply.status as ContentfulStatusCode,
    )
  })
  mount(functions, contract.deleteAccount, async ({ viewer }, c) => {
    await personalData.deleteAccount(viewer)
    forgetSession(c)
    return { success: true as const }
  })
  app.route('/', functions)
}

export function personalDataRoutes(app: Hono, parts: RouteParts): void {
  exportRoutes(app, parts)
  deletionRoutes(app, parts)
}
