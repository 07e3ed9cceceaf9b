/** A problem at the start that an operator can solve. It is printed as plain lines, without a stack. */
export class BootError extends Error {
  readonly lines: readonly string[]
  /** True if the same start may succeed later, for example once a full disk has free space. */
  readonly isTemporary: boolean

  constructor(
    lines: string | readonly string[],
    { isTemporary = false, ...options }: ErrorOptions & { isTemporary?: boolean } = {},
  ) {
    const all = typeof lines === 'string' ? [lines] : lines
    super(all.join('\n'), options)
    this.name = 'BootError'
    this.lines = all
    this.isTemporary = isTemporary
  }
}
