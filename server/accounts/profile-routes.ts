import type { Hono } from 'hono'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import * as contract from '#contract/profiles.ts'
import { mount } from '#server/http/mount.ts'
import { withUpload } from '#server/http/upload.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { ProfileService } from './profile-service.ts'

const PICTURE = { mostBytes: PICTURE_BYTES_MAX, tooLarge: 'picture-too-large' } as const

export function profileRoutes(app: Hono, profiles: ProfileService): void {
  mount(app, contract.getProfile, ({ viewer }) => profiles.read(viewer.id))
  mount(app, contract.saveProfile, ({ viewer, body }) => profiles.save(viewer.id, body))
  mount(app, contract.deleteAvatar, ({ viewer }) => profiles.removePicture(viewer.id))
  app.put(contract.AVATAR_PATH, async (c) => {
    const { id } = await requireViewer(c)
    await profiles.takePictureTry(id)
    const reply = await withUpload(c, PICTURE, (bytes) => profiles.setPicture(id, bytes))
    return c.json(reply, 200, { 'Cache-Control': 'no-store' })
  })
}
