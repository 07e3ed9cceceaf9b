import { BootError } from '#server/platform/process/boot-error.ts'

/** Of a file whose content is not what was put there. */
export const damaged = (name: string): BootError =>
  new BootError(`${name} in the backup is damaged or was changed.`)
