import * as z from 'zod/mini'
import { NOTICE_TEXT_MAX } from '#contract/limits.ts'
import { NOTICE_KINDS, type SiteNoticeKind } from './site-notice.ts'

const KIND_NAMES = Object.keys(NOTICE_KINDS) as [SiteNoticeKind, ...SiteNoticeKind[]]
const LONGEST_DAYS = 90
const DAY_MS = 86_400_000

/** Checks the notice by the server's clock, which may differ from the device's. */
export const noticeForm = (now: () => number) =>
  z.object({
    text: z.string().check(
      z.trim(),
      z.minLength(1, 'Please write the notice'),
      z.maxLength(NOTICE_TEXT_MAX, `Must be at most ${NOTICE_TEXT_MAX} characters long`),
      // A single line, because every page shows it at the top.
      z.overwrite((text) => text.replaceAll(/\s+/g, ' ')),
    ),
    kind: z.enum(KIND_NAMES),
    endsAt: z.iso.datetime('Please choose when it ends').check(
      z.refine((endsAt: string) => Date.parse(endsAt) > now(), 'Please choose a time in the future'),
      z.refine(
        (endsAt: string) => Date.parse(endsAt) < now() + LONGEST_DAYS * DAY_MS,
        `Please choose a time within ${LONGEST_DAYS} days`,
      ),
    ),
  })
export const NoticeForm = noticeForm(Date.now)
export type NoticeForm = z.output<typeof NoticeForm>
