import { type Outage, outageOf } from '#server/platform/errors/outage.ts'

const FRAMES = 3

/**
 * The parts of an error that may be logged and stored: its code or kind and where it occurred. The message is left
 * out, because it may contain an address or a person's text.
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
