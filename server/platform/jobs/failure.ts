import { type Outage, outageOf } from '#server/platform/errors/outage.ts'

const FRAMES = 3

/**
 * What may be logged and kept of an error: its code or kind and where it arose. A message may hold an address or a
 * text that somebody wrote.
 */
export function failureOf(error: unknown): { error: string; at: string; outage?: Outage } {
  const outage = outageOf(error)
  if (!(error instanceof Error)) return { error: typeof error, at: '' }
  const { code } = error as NodeJS.ErrnoException
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: typeof code === 'string' ? code : error.name,
    at: frames
      .slice(0, FRAMES)
      .map((line) => line.trim())
      .join(' '),
    ...(outage && { outage }),
  }
}
