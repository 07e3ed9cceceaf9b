import { PROBLEMS, type ProblemBody, type ProblemCode } from '#contract/problem.ts'

/** The server's answer to a refused call. */
export function refusal(code: ProblemCode, others: Partial<ProblemBody['error']> = {}): Response {
  const { status, message } = PROBLEMS[code]
  return Response.json({ error: { code, message, requestId: 'r1', ...others } }, { status })
}
