import { inspect } from 'node:util'

/** Masks secrets of an object when it is printed or serialised. */
export function redacted<T extends object>(value: T, masks: Partial<T>): T {
  const masked = () => ({ ...value, ...masks })
  return Object.defineProperties(value, { toJSON: { value: masked }, [inspect.custom]: { value: masked } })
}

/** A URL with *** in place of its password. */
export function maskPassword(url: string): string {
  const masked = new URL(url)
  if (masked.password) masked.password = '***'
  if (masked.searchParams.has('password')) masked.searchParams.set('password', '***')
  return masked.href
}
