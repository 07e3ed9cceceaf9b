import { inspect } from 'node:util'

/** Printing or serialising it shows the masks instead. */
export function secretive<T extends object>(value: T, masks: Partial<T>): T {
  const masked = () => ({ ...value, ...masks })
  return Object.defineProperties(value, { toJSON: { value: masked }, [inspect.custom]: { value: masked } })
}
