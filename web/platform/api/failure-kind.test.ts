import { expect, it } from 'vitest'
import { failureKind, isUnreached } from './failure-kind.ts'

it.each([
  ['no answer', 0, 'passing', true],
  ['a session to be renewed', 401, 'passing', false],
  ['a timeout of the request', 408, 'passing', false],
  ['too many requests', 429, 'passing', false],
  ['a proxy without a server', 502, 'passing', true],
  ['a server that is away', 503, 'passing', true],
  ['a server that takes too long', 504, 'passing', true],
  ['a full disk', 507, 'passing', true],
  ['a network of proxies without a server', 522, 'passing', true],
  ['a fault', 500, 'fault', false],
  ['bad input', 422, 'refused', false],
  ['no right', 403, 'refused', false],
  ['a missing thing', 404, 'refused', false],
  ['a body that is too large', 413, 'refused', false],
] as const)('%s (%i) is %s', (_, status, kind, isAway) => {
  expect(failureKind({ status })).toBe(kind)
  expect(isUnreached({ status })).toBe(isAway)
})
