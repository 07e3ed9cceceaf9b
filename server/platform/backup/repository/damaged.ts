import { BootError } from '#server/platform/process/boot-error.ts'

/** A file of the backup that cannot be used. */
export class Damaged extends BootError {}

/** The error for a file with other content than was stored. */
export const damaged = (name: string): Damaged =>
  new Damaged(`${name} in the backup is damaged or was changed.`)

/** Resolves to undefined if a file cannot be used, and passes the reason to `note`. */
export async function noteIfDamaged<T>(
  work: Promise<T>,
  note: (line: string) => void,
): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    note(error.message)
    return undefined
  }
}

/** Yields the items before the first damage, and passes its description to `note`. */
export async function* takeUntilDamaged<T>(
  items: AsyncIterable<T>,
  note: (line: string) => void = () => undefined,
): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    note(error.message)
  }
}
