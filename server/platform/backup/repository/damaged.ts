import { BootError } from '#server/platform/process/boot-error.ts'

/** A file of the backup that cannot be used. */
export class Damaged extends BootError {}

/** Of a file whose content is not what was put there. */
export const damaged = (name: string): Damaged =>
  new Damaged(`${name} in the backup is damaged or was changed.`)

/** Undefined where it cannot be used, after it was noted. */
export async function unlessDamaged<T>(
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

/** What comes before a part that cannot be used, which is noted. */
export async function* untilDamaged<T>(
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
