import { useEffect, useRef, useState } from 'react'
import { isolated } from '#contract/isolated.ts'
import { REPORT_PICTURES_MAX } from '#contract/limits.ts'
import { reportPicturePath } from '#contract/moderation/reports.ts'
import { choosePhotoFiles } from '#web/photos/check-photo-file.ts'
import { reducePhoto } from '#web/photos/reduce-photo.ts'
import { useApi } from '#web/platform/api/api-context.ts'

export interface ReportPicture {
  file: File
  preview: string
  /** Its own as long as it is chosen, so that one sent twice is one. */
  position: number
  isSent: boolean
}

const POSITIONS = Array.from({ length: REPORT_PICTURES_MAX }, (_, position) => position)

function added(pictures: readonly ReportPicture[], files: File[]): ReportPicture[] {
  const free = POSITIONS.filter((position) => !pictures.some((picture) => picture.position === position))
  return files.flatMap((file, index) => {
    const position = free[index]
    if (position === undefined) return []
    return { file, position, preview: URL.createObjectURL(file), isSent: false }
  })
}

/** Pictures that were chosen for a report. What the server has is not sent again at another attempt. */
export function useReportPictures() {
  const api = useApi()
  const [pictures, setPictures] = useState<readonly ReportPicture[]>([])
  const [problem, setProblem] = useState<string>()
  const present = useRef(pictures)
  useEffect(() => {
    present.current = pictures
  }, [pictures])
  useEffect(
    () => () => {
      for (const { preview } of present.current) URL.revokeObjectURL(preview)
    },
    [],
  )

  return {
    pictures,
    problem,
    choose(files: File[]) {
      const { accepted, skipped } = choosePhotoFiles(files, {
        taken: pictures.map(({ file }) => file),
        room: REPORT_PICTURES_MAX - pictures.length,
        tooMany: `At most ${REPORT_PICTURES_MAX} pictures.`,
      })
      setProblem(skipped.map(({ name, reason }) => `${isolated(name)}: ${reason}`).join(' ') || undefined)
      setPictures([...pictures, ...added(pictures, accepted)])
    },
    remove(position: number) {
      const removed = pictures.find((picture) => picture.position === position)
      if (removed) URL.revokeObjectURL(removed.preview)
      setPictures(pictures.filter((picture) => picture !== removed))
    },
    /** One after the other; throws at the first that does not arrive. */
    async send(reportId: string) {
      for (const { file, position } of pictures.filter(({ isSent }) => !isSent)) {
        const reduced = await reducePhoto(file)
        await api.upload(reportPicturePath(reportId, String(position)), reduced.file)
        setPictures((before) =>
          before.map((picture) => (picture.position === position ? { ...picture, isSent: true } : picture)),
        )
      }
    },
  }
}
