/** Something a person can mend before the server starts: printed as plain lines, without a stack. */
export class BootError extends Error {
  readonly lines: readonly string[]
  /** Whether the same start may succeed later, as after a full disk was emptied. */
  readonly mayPass: boolean

  constructor(
    lines: string | readonly string[],
    { mayPass = false, ...options }: ErrorOptions & { mayPass?: boolean } = {},
  ) {
    const all = typeof lines === 'string' ? [lines] : lines
    super(all.join('\n'), options)
    this.name = 'BootError'
    this.lines = all
    this.mayPass = mayPass
  }
}
