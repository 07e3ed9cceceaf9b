import { inspect } from 'node:util'

/** Printing or serialising it shows the masks instead. */
export function redacted<T extends object>(value: T, masks: Partial<T>): T {
  const masked = () => ({ ...value, ...masks })
  return Object.defineProperties(value, { toJSON: { value: masked }, [inspect.custom]: { value: masked } })
}

/** A URL with *** where its password stands. */
export function maskPassword(url: string): string {
  const masked = new URL(url)
  if (masked.password) masked.password = '***'
  if (masked.searchParams.has('password')) masked.searchParams.set('password', '***')
  return masked.href
}
