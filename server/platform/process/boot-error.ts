/** Something a person can mend before the server starts: printed as plain lines, without a stack. */
export class BootError extends Error {
  readonly lines: readonly string[]

  constructor(lines: string | readonly string[], options?: ErrorOptions) {
    const all = typeof lines === 'string' ? [lines] : lines
    super(all.join('\n'), options)
    this.name = 'BootError'
    this.lines = all
  }
}
