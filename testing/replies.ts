import { expect } from 'vitest'
import type { ProblemBody, ProblemCode } from '#contract/problem.ts'

/** What a reply that is a refusal says. */
export const problemOf = async (response: Response): Promise<ProblemBody['error']> =>
  ((await response.json()) as ProblemBody).error

export const codeOf = async (response: Response): Promise<ProblemCode> => (await problemOf(response)).code

/** What a reply says of each field of bad input. */
export async function fieldsOf(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(422)
  const { fields = [] } = await problemOf(response)
  return Object.fromEntries(fields.map(({ field, message }) => [field, message]))
}

/** How a service refuses. */
export const refused = (code: ProblemCode): unknown => expect.objectContaining({ code })
