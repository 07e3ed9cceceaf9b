import { BootError } from '#server/platform/process/boot-error.ts'

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** What a command says where it cannot do its work. */
export function linesOf(error: unknown): readonly string[] {
  if (error instanceof BootError) return error.lines
  const { code = '', message } = error as NodeJS.ErrnoException
  return [
    code.startsWith('ERR_PARSE_ARGS')
      ? `${message.split('.', 1)[0]}. --help says what there is.`
      : String(error),
  ]
}
