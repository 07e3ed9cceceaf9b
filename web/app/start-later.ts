import { STALE_HEADER } from '#contract/rendering/served-stale.ts'
import { sendDataSaver } from '#web/platform/data-use/choose-data-saver.ts'
import { startDataMeter } from '#web/platform/data-use/data-meter.ts'
import { positionToasts } from '#web/platform/ui/toasts/position-toasts.ts'
import type { SiteClock } from '#web/platform/config/site-clock.ts'

/** A reply carries the time when it was sent, and arrives later on a slow connection. */
const TOLERANCE_MS = 30_000
const MINUTE_MS = 60_000

/** Time when a reply left the server; undefined for a copy, whose age is not known. */
function sentAt({ headers }: Response): number | undefined {
  const isChecked = /no-store|no-cache/.test(headers.get('Cache-Control') ?? '')
  if (!isChecked || headers.has(STALE_HEADER)) return undefined
  const sent = Date.parse(headers.get('Date') ?? '') + Number(headers.get('Age') ?? 0) * 1000
  return Number.isFinite(sent) ? sent : undefined
}

/**
 * From now on each reply corrects the clock. Pages load this after their first view, which uses the time of
 * its rendering.
 */
export function followReplies(clock: SiteClock): void {
  clock.note = (reply) => {
    const sent = sentAt(reply)
    if (sent !== undefined && Math.abs(sent - clock.now()) >= TOLERANCE_MS) clock.correct(sent - Date.now())
  }
}

/** Starts what pages do not need in their first seconds. */
export function startLater(clock: SiteClock): void {
  startDataMeter()
  sendDataSaver()
  positionToasts()
  followReplies(clock)
  setInterval(() => clock.correct(), MINUTE_MS)
}
