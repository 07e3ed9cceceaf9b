import { useEffect, useRef, useState } from 'react'
import { isolated } from '#contract/isolated.ts'
import { REPORT_PICTURES_MAX } from '#contract/limits.ts'
import { reportPicturePath } from '#contract/moderation/reports/reports.ts'
import { choosePhotoFiles } from '#web/photos/picking/check-photo-file.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import { reducePhoto } from '#web/photos/picking/reduce-photo.ts'
import { useApi } from '#web/platform/api/api-context.ts'

export interface ReportPicture {
  file: File
  preview: string
  /** Stays the same while the picture is chosen, so that sending it twice stores it once. */
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

const lostText = (count: number) =>
  count === 1
    ? 'Pictures are not saved until you send the report. Please add your picture again.'
    : `Pictures are not saved until you send the report. Please add your ${count} pictures again.`

/** Message that earlier pictures are missing: the tab stores typed text, but only the number of files. */
function readLost(key: string): string | undefined {
  const count = Number(tabStorage.get(key))
  return count > 0 ? lostText(count) : undefined
}

/**
 * Pictures chosen for a report; this tab stores their number. Another attempt skips pictures that the server
 * already has.
 */
export function useReportPictures(report: string) {
  const api = useApi()
  const key = `sankofa.typed.${report}.pictures`
  const [pictures, setPictures] = useState<readonly ReportPicture[]>([])
  const [problem, setProblem] = useState(() => readLost(key))
  const present = useRef(pictures)
  const wasChanged = useRef(false)
  useEffect(() => {
    present.current = pictures
    wasChanged.current ||= pictures.length > 0
    if (wasChanged.current) tabStorage.set(key, String(pictures.length))
  }, [key, pictures])
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
        tooMany: `You can add up to ${REPORT_PICTURES_MAX} pictures.`,
      })
      setProblem(skipped.map(({ name, reason }) => `${isolated(name)}: ${reason}`).join(' ') || undefined)
      setPictures([...pictures, ...added(pictures, accepted)])
    },
    remove(position: number) {
      const removed = pictures.find((picture) => picture.position === position)
      if (removed) URL.revokeObjectURL(removed.preview)
      setPictures(pictures.filter((picture) => picture !== removed))
    },
    forget: () => tabStorage.remove(key),
    /** Sends one after the other; throws at the first failure. */
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
