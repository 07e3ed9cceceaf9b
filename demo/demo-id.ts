import { createHash } from 'node:crypto'

const MILLISECONDS_PER_HOUR = 3_600_000
// A fixed time, because an interrupted fill must find the same ids, and with them the same file names, next
// time.
const EPOCH = Date.UTC(2026, 0, 1)

/** Derives a version 7 UUID from the name; younger things get higher ids. */
export function demoId(name: string, ageHours: number): string {
  const time = Math.trunc(EPOCH - ageHours * MILLISECONDS_PER_HOUR)
    .toString(16)
    .padStart(12, '0')
  const hash = createHash('sha256').update(name).digest('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

export const personId = ({ key, memberForDays }: { key: string; memberForDays: number }): string =>
  demoId(`person ${key}`, memberForDays * 24)

export const reviewId = (productId: string, { by, ageHours }: { by: string; ageHours: number }): string =>
  demoId(`review ${productId} ${by}`, ageHours)

export const conversationName = (productId: string, buyer: string): string => `talk ${productId} ${buyer}`

/** `index` counts the conversation's messages from 0. */
export const messageId = (conversation: string, index: number, ageHours: number): string =>
  demoId(`${conversation} ${index}`, ageHours)
