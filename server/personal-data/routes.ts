import type { personalDataContract } from '#contract/personal-data/personal-data.ts'
import { deleteRefreshToken } from '#server/accounts/sessions/service.ts'
import type { Context } from '#server/context.ts'
import { findRetainedData } from '#server/moderation/sanctions/service.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import type { CallErrorHandlers } from '#server/platform/http/routes.ts'
import { deleteAccount } from './deletion.ts'
import { downloadExport, findLatestExport, requestExport } from './exports.ts'

export const personalDataRoutes = {
  getExport: async (ctx, { viewer }) => ({ export: await findLatestExport(ctx, { userId: viewer.id }) }),
  getRemains: (ctx, { viewer }) => findRetainedData(ctx.db, viewer.id),
  requestExport: async (ctx, { viewer }) => ({ export: await requestExport(ctx, { userId: viewer.id }) }),
  downloadExport: async (ctx, { viewer, body }) => {
    const { stream, size } = await downloadExport(ctx, { userId: viewer.id, token: body.token })
    return new Response(stream, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Length': String(size),
        'Content-Disposition': 'attachment; filename="data.zip"',
        'Cache-Control': 'no-store',
      },
    })
  },
  deleteAccount: async (ctx, { viewer }, reply) => {
    await deleteAccount(ctx, { userId: viewer.id })
    deleteRefreshToken(ctx, reply)
    return { success: true as const }
  },
} satisfies Handlers<typeof personalDataContract, Context>

const FAILED = 'Failed to delete account. Please try again or contact support.'

/**
 * Failures of the deletion are `{error: string}` (SPEC 7) with their code, unlike those of all other
 * endpoints.
 */
export const personalDataErrors = (ctx: Context): CallErrorHandlers => ({
  deleteAccount: (thrown, _request, reply) =>
    sendProblem(ctx, reply, thrown, ({ error: { code, message } }) => ({
      error: code === 'fault' ? FAILED : message,
      code,
    })),
})
