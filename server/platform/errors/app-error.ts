import { type CurrentListing, type FieldProblem, PROBLEMS, type ProblemCode } from '#contract/problem.ts'

function messageOf(code: ProblemCode, seconds = 0): string {
  const { message } = PROBLEMS[code]
  return code === 'overloaded' && seconds > 1 ? message.replace('a moment', `${seconds} seconds`) : message
}

/** A refusal: something a person did or requested is not possible. contract/problem.ts has its text and status. */
export class AppError extends Error {
  readonly code: ProblemCode
  readonly fields: FieldProblem[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly current: CurrentListing | undefined
  readonly appealToken: string | undefined

  /** `cause` only appears in the log. */
  constructor(
    code: ProblemCode,
    detail: {
      fields?: FieldProblem[]
      retryAfterSeconds?: number
      current?: CurrentListing
      appealToken?: string
      cause?: unknown
    } = {},
  ) {
    super(messageOf(code, detail.retryAfterSeconds), { cause: detail.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = detail.fields
    this.retryAfterSeconds = detail.retryAfterSeconds
    this.current = detail.current
    this.appealToken = detail.appealToken
  }
}

export const invalidInput = (fields: FieldProblem[]) => new AppError('invalid-input', { fields })
