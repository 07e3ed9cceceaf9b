import { describe, expect, it } from 'vitest'
import { proposeDecision } from './proposals.ts'

const report = (reason: string, weight: number) => ({ reason, weight })

describe('a proposal', () => {
  it('follows the heaviest report or signal', () => {
    const reports = [report('already-sold', 1), report('prepayment', 4)]
    const found = { kind: 'product', reports, signals: [] } as const
    expect(proposeDecision(found)).toEqual({ action: 'remove', rule: 'no-money-first' })
    const signals = [report('prohibited-words', 8)]
    expect(proposeDecision({ ...found, signals })).toEqual({ action: 'remove', rule: 'allowed-goods' })
  })

  it('follows the report of two that weigh the same', () => {
    const signals = [report('trick-words', 4)]
    const reports = [report('prohibited', 4)]
    expect(proposeDecision({ kind: 'product', reports, signals })?.rule).toBe('allowed-goods')
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

  it('is missing if a child may be in danger, for an unknown reason and without a reason', () => {
    const found = { kind: 'product', signals: [] } as const
    expect(proposeDecision({ ...found, reports: [report('child', 4), report('spam', 1)] })).toBeNull()
    expect(proposeDecision({ ...found, reports: [report('of-a-newer-version', 4)] })).toBeNull()
    expect(proposeDecision({ ...found, reports: [] })).toBeNull()
  })
})
