import type { Hono } from 'hono'
import { AVATAR_PATH, type profilesContract } from '#contract/accounts/profiles.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { requireFreshProof, requireViewer } from '#server/platform/http/viewer.ts'
import {
  changesContact,
  deleteAvatar,
  getProfile,
  limitAvatarUploads,
  saveProfile,
  updateAvatar,
} from './service.ts'

const PICTURE = { mostBytes: PICTURE_BYTES_MAX, tooLarge: 'picture-too-large' } as const

export const profileRoutes = {
  getProfile: (ctx, { viewer }) => getProfile(ctx, { userId: viewer.id }),
  updateProfile: async (ctx, { viewer, body }, c) => {
    const change = { userId: viewer.id, form: body }
    if (await changesContact(ctx, change)) await requireFreshProof(c, viewer)
    return saveProfile(ctx, change)
  },
  deleteAvatar: (ctx, { viewer }) => deleteAvatar(ctx, { userId: viewer.id }),
} satisfies Handlers<typeof profilesContract, Context>

export function mountAvatarUpload(app: Hono, ctx: Context): void {
  app.put(AVATAR_PATH, async (c) => {
    const { id: userId } = await requireViewer(c)
    await limitAvatarUploads(ctx, { userId })
    const save = (bytes: Uint8Array) => updateAvatar(ctx, { userId, bytes })
    const reply = await ctx.uploads.whole(c, userId, PICTURE, save)
    return c.json(reply, 200, { 'Cache-Control': 'no-store' })
  })
}
