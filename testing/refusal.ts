import { PROBLEMS, type ProblemBody, type ProblemCode } from '#contract/problem.ts'

/** What the server answers when it refuses a call. */
export function refusal(code: ProblemCode, others: Partial<ProblemBody['error']> = {}): Response {
  const { status, message } = PROBLEMS[code]
  return Response.json({ error: { code, message, requestId: 'r1', ...others } }, { status })
}
