import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'

/**
 * A token for a person who cannot log in: it opens only this decision about them and the appeal against it.
 */
export const appealToken = ({ secrets }: Pick<Context, 'secrets'>, decisionId: string): string =>
  `${decisionId}.${secrets.digest('appeal', decisionId).toString('base64url')}`

/** The token's decision; undefined if the token is made up. */
export function parseAppealToken({ secrets }: Pick<Context, 'secrets'>, token: string): string | undefined {
  const [decisionId = '', proof = ''] = token.split('.')
  const expected = secrets.digest('appeal', decisionId)
  const received = Buffer.from(proof, 'base64url')
  const isGenuine = received.length === expected.length && timingSafeEqual(received, expected)
  return isGenuine ? decisionId : undefined
}
