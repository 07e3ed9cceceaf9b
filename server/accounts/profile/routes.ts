import { AVATAR_PATH, profilesContract } from '#contract/accounts/profiles.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { requireFreshProof } from '#server/accounts/sessions/reauthentication.ts'
import type { Upload } from '#server/platform/http/routes.ts'
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
  updateProfile: async (ctx, { viewer, body }) => {
    const change = { userId: viewer.id, form: body }
    if (await changesContact(ctx, change)) await requireFreshProof(ctx, viewer)
    return saveProfile(ctx, change)
  },
  deleteAvatar: (ctx, { viewer }) => deleteAvatar(ctx, { userId: viewer.id }),
} satisfies Handlers<typeof profilesContract, Context>

export const avatarUpload = (ctx: Context): Upload => ({
  name: 'uploadAvatar',
  path: AVATAR_PATH,
  status: 200,
  group: 'Account',
  summary: 'Replaces the person’s picture.',
  reply: profilesContract.deleteAvatar.reply,
  async handle(request, { id: userId }) {
    await limitAvatarUploads(ctx, { userId })
    return ctx.uploads.whole(request, userId, PICTURE, (bytes) => updateAvatar(ctx, { userId, bytes }))
  },
})
