import { expect } from 'vitest'
import type { ProblemBody, ProblemCode } from '#contract/problem.ts'

/** The problem in a refusal. */
export const problemOf = async (response: Response): Promise<ProblemBody['error']> =>
  ((await response.json()) as ProblemBody).error

export const codeOf = async (response: Response): Promise<ProblemCode> => (await problemOf(response)).code

/** The messages about each field of bad input. */
export async function fieldsOf(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(422)
  const { fields = [] } = await problemOf(response)
  return Object.fromEntries(fields.map(({ field, message }) => [field, message]))
}

/** Matches a service's refusal. */
export const refused = (code: ProblemCode): unknown => expect.objectContaining({ code })
