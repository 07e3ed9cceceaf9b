import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { personalDataContract } from '#contract/personal-data.ts'
import { deleteRefreshToken } from '#server/accounts/sessions/service.ts'
import type { Context } from '#server/context.ts'
import { findRemains } from '#server/moderation/service.ts'
import { createCalls, type Handlers } from '#server/platform/http/calls.ts'
import { mountAll } from '#server/platform/http/mount.ts'
import { toProblem } from '#server/platform/http/problem-reply.ts'
import { requestIdOf } from '#server/platform/http/request-log.ts'
import { deleteAccount } from './deletion.ts'
import { downloadExport, findLatestExport, requestExport } from './exports.ts'

const { deleteAccount: deletion, ...exportEndpoints } = personalDataContract
const deletionEndpoints = { deleteAccount: deletion }

const exportRoutes = {
  getExport: async (ctx, { viewer }) => ({ export: await findLatestExport(ctx, { userId: viewer.id }) }),
  getRemains: (ctx, { viewer }) => findRemains(ctx.db, viewer.id),
  requestExport: async (ctx, { viewer }) => ({ export: await requestExport(ctx, { userId: viewer.id }) }),
  downloadExport: async (ctx, { viewer, body }, c) => {
    const { stream, size } = await downloadExport(ctx, { userId: viewer.id, token: body.token })
    return c.body(stream, 200, {
      'Content-Type': exportEndpoints.downloadExport.contentType,
      'Content-Length': String(size),
      'Content-Disposition': 'attachment; filename="data.zip"',
      'Cache-Control': 'no-store',
    })
  },
} satisfies Handlers<typeof exportEndpoints, Context>

const deletionRoutes = {
  deleteAccount: async (ctx, { viewer }, c) => {
    await deleteAccount(ctx, { userId: viewer.id })
    deleteRefreshToken(ctx, c)
    return { success: true as const }
  },
} satisfies Handlers<typeof deletionEndpoints, Context>

const FAILED = 'Failed to delete account. Please try again or contact support.'

/** Failures of the deletion are `{error: string}` (SPEC 7) and their code, unlike those of every other endpoint. */
function deletionApp(ctx: Context): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    const { status, headers, body } = toProblem(error, ctx.log, requestIdOf(c))
    const { code, message } = body.error
    for (const [name, value] of headers) c.header(name, value)
    return c.json({ error: code === 'fault' ? FAILED : message, code }, status as ContentfulStatusCode)
  })
  const calls = createCalls(ctx, deletionEndpoints, deletionRoutes, { checksReplies: true })
  mountAll(app, deletionEndpoints, calls)
  return app
}

export const personalDataRoutes = { ...exportRoutes, ...deletionRoutes }

/** Before the contract's endpoints, so that the deletion's failures have their own shape. */
export function mountPersonalData(app: Hono, ctx: Context): void {
  app.route('/', deletionApp(ctx))
}
