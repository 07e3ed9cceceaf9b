import { describe, expect, it } from 'vitest'
import { inDocument } from './in-document.ts'
import { type Limit, limitsOf, type Site } from './model.ts'
import { capacityTable, costTable } from './table.ts'

const ONE: Site = { machines: 1, processes: 1, databaseCores: 1, replicas: 0, cdn: false }
const peopleAt = (name: Limit['name'], changes: Partial<Site>) =>
  limitsOf({ ...ONE, ...changes }).find((limit) => limit.name === name)?.people ?? 0

describe('the capacity of a site', () => {
  it('lists the lowest limit first', () => {
    const people = limitsOf(ONE).map((limit) => limit.people)
    expect(people).toEqual(people.toSorted((one, other) => one - other))
  })

  it('grows less than the number of processes, because each receives every event', () => {
    const [one, four] = [peopleAt('processes', {}), peopleAt('processes', { processes: 4 })]
    expect(four).toBeGreaterThan(3 * one)
    expect(four).toBeLessThan(4 * one)
  })

  it('grows with replicas, because the primary has only the writes and 1 % of the reads', () => {
    expect(peopleAt('primary', { replicas: 1 })).toBeGreaterThan(peopleAt('primary', {}))
    expect(peopleAt('primary', { replicas: 2 })).toBe(peopleAt('primary', { replicas: 1 }))
    const [one, two] = [peopleAt('replicas', { replicas: 1 }), peopleAt('replicas', { replicas: 2 })]
    expect(two).toBeGreaterThan(one)
    // Each replica replays all writes.
    expect(two).toBeLessThan(2 * one)
  })

  it('grows with a CDN for processes but not for writes', () => {
    expect(peopleAt('processes', { cdn: true })).toBeGreaterThan(peopleAt('processes', {}))
    expect(peopleAt('encoder', { cdn: true })).toBe(peopleAt('encoder', {}))
    expect(peopleAt('primary', { replicas: 1, cdn: true })).toBeLessThan(
      1.1 * peopleAt('primary', { replicas: 1 }),
    )
  })
})

it('docs/scaling.md has the computed tables', () => {
  expect(inDocument(costTable())).toBe(true)
  expect(inDocument(capacityTable())).toBe(true)
})
