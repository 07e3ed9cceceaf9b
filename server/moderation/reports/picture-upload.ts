import * as z from 'zod/mini'
import { PICTURE_BYTES_MAX, REPORT_PICTURES_MAX } from '#contract/limits.ts'
import { reportPicturePath } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Upload } from '#server/platform/http/routes.ts'
import { addPicture, type PictureTarget, takePictureAttempt } from './pictures.ts'

const PICTURE = { mostBytes: PICTURE_BYTES_MAX, tooLarge: 'picture-too-large' } as const

const Params = z.object({
  id: z.uuid(),
  position: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(REPORT_PICTURES_MAX - 1)),
})

function pictureTarget(reporterId: string, params: Record<string, string>): PictureTarget {
  const { data } = z.safeParse(Params, params)
  if (!data) throw new AppError('not-found')
  // In lower case, because file names contain the id.
  return { reporterId, reportId: data.id.toLowerCase(), position: data.position }
}

export const reportPictureUpload = (ctx: Context): Upload => ({
  name: 'addReportPicture',
  path: reportPicturePath(':id', ':position'),
  status: 204,
  group: 'Reports and appeals',
  summary: 'Adds a picture to the person’s own report until it is decided; `position` is 0, 1 or 2.',
  async handle(request, { id }) {
    const target = pictureTarget(id, request.params as Record<string, string>)
    await takePictureAttempt(ctx, target)
    await ctx.uploads.whole(request, id, PICTURE, (bytes) => addPicture(ctx, { ...target, bytes }))
  },
})
