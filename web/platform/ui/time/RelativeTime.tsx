import { useFromDevice, useNow } from './clock.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { formatAge } from './dates.ts'

export function RelativeTime({ iso }: { iso: string }) {
  const { timeZone } = usePublicConfig()
  return <time dateTime={iso}>{formatAge(iso, useNow(), timeZone)}</time>
}

/** A time that this device noted by its own clock, in milliseconds. */
export function DeviceTime({ at }: { at: number }) {
  const iso = new Date(useFromDevice(at)).toISOString()
  return <RelativeTime iso={iso} />
}
