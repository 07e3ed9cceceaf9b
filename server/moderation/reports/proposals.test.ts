import { describe, expect, it } from 'vitest'
import { proposeDecision } from './proposals.ts'

const report = (reason: string, weight: number) => ({ reason, weight })

/** A reason of each class and the rule that it proposes. */
const GRAVEST_FIRST = [
  ['threat', 'no-threats'],
  ['prepayment', 'no-money-first'],
  ['prohibited', 'allowed-goods'],
  ['fake', 'true-listings'],
  ['spam', 'no-spam'],
] as const

describe('a proposal', () => {
  it('follows the heaviest report or signal of a class', () => {
    const reports = [report('misleading', 1), report('pretends', 4)]
    const found = { kind: 'product', reports, signals: [] } as const
    expect(proposeDecision(found)).toEqual({ action: 'remove', rule: 'one-account' })
    const signals = [report('photo-of-another', 8)]
    expect(proposeDecision({ ...found, signals })).toEqual({ action: 'remove', rule: 'true-listings' })
  })

  it('follows the report of two that weigh the same', () => {
    const signals = [report('photo-of-another', 4)]
    const reports = [report('pretends', 4)]
    expect(proposeDecision({ kind: 'product', reports, signals })?.rule).toBe('one-account')
  })

  it('approves only if no other reason is there', () => {
    const signals = [report('first-listing', 2)]
    const found = { kind: 'product', signals } as const
    expect(proposeDecision({ ...found, reports: [] })).toEqual({ action: 'approve', rule: null })
    expect(proposeDecision({ ...found, reports: [report('fake', 1.5)] })?.action).toBe('remove')
    expect(proposeDecision({ ...found, reports: [report('other', 1)] })).toBeNull()
  })

  it('warns a person, who cannot be removed or held', () => {
    const found = { kind: 'person', signals: [] } as const
    expect(proposeDecision({ ...found, reports: [report('spam', 3)] })).toEqual({
      action: 'warn',
      rule: 'no-spam',
    })
    expect(proposeDecision({ ...found, reports: [report('stolen', 4)] })).toBeNull()
  })

  it.each([
    ['danger', 'threat', 'no-threats'],
    ['money', 'prepayment', 'no-money-first'],
    ['goods', 'prohibited', 'allowed-goods'],
    ['deceit', 'fake', 'true-listings'],
    ['nuisance', 'spam', 'no-spam'],
  ])('chooses a reason of the class %s before lighter ones', (_, reason, rule) => {
    const place = GRAVEST_FIRST.findIndex(([name]) => name === reason)
    const proposed = (other: string) => {
      const reports = [report(reason, 0.5), report(other, 8)]
      return proposeDecision({ kind: 'product', reports, signals: [] })?.rule
    }
    for (const [at, [other, otherRule]] of GRAVEST_FIRST.entries())
      expect(proposed(other)).toBe(at < place ? otherRule : rule)
  })

  it('chooses among signals by their class too, also if the gravest class proposes nothing', () => {
    const found = { kind: 'product', reports: [report('spam', 8)] } as const
    expect(proposeDecision({ ...found, signals: [report('trick-words', 1)] })?.rule).toBe('no-money-first')
    expect(proposeDecision({ ...found, signals: [report('deal-denied', 1)] })).toBeNull()
  })

  it.each(GRAVEST_FIRST)('is missing if a child may be in danger, also beside %s', (reason) => {
    const reports = [report(reason, 8), report('child', 0.1)]
    expect(proposeDecision({ kind: 'product', reports, signals: [report('trick-words', 8)] })).toBeNull()
  })

  it('is missing for a listing that may be sold, because only its seller knows', () => {
    expect(proposeDecision({ kind: 'product', reports: [report('already-sold', 1)], signals: [] })).toBeNull()
  })

  it('is missing if a child may be in danger, for an unknown reason and without a reason', () => {
    const found = { kind: 'product', signals: [] } as const
    expect(proposeDecision({ ...found, reports: [report('child', 4), report('spam', 1)] })).toBeNull()
    expect(proposeDecision({ ...found, reports: [report('of-a-newer-version', 4)] })).toBeNull()
    expect(proposeDecision({ ...found, reports: [] })).toBeNull()
  })
})
