import type { Bar } from '#contract/moderation/staff/staff.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { BAR_TEXTS } from './case-texts.ts'

/** Replaces the buttons for moderators who have dealt with the person. */
export const Barred = ({ bar }: { bar: Bar }) => (
  <Notice look="info">
    <p>{BAR_TEXTS[bar]}</p>
  </Notice>
)
