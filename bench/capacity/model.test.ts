import { describe, expect, it } from 'vitest'
import { inDocument } from './in-document.ts'
import { type Limit, limitsOf, type Site } from './model.ts'
import { capacityTable, costTable } from './table.ts'

const ONE: Site = { machines: 1, processes: 1, databaseCores: 1, replicas: 0, cdn: false }
const peopleAt = (name: Limit['name'], changes: Partial<Site>) =>
  limitsOf({ ...ONE, ...changes }).find((limit) => limit.name === name)?.people ?? 0

describe('how many people a site carries', () => {
  it('names the limit that comes first at the beginning', () => {
    const people = limitsOf(ONE).map((limit) => limit.people)
    expect(people).toEqual(people.toSorted((one, other) => one - other))
  })

  it('with more processes is less than so many times as much, since each receives every event', () => {
    const [one, four] = [peopleAt('processes', {}), peopleAt('processes', { processes: 4 })]
    expect(four).toBeGreaterThan(3 * one)
    expect(four).toBeLessThan(4 * one)
  })

  it('a primary with a replica has the writes left, and one in a hundred of the reads', () => {
    expect(peopleAt('primary', { replicas: 1 })).toBeGreaterThan(peopleAt('primary', {}))
    expect(peopleAt('primary', { replicas: 2 })).toBe(peopleAt('primary', { replicas: 1 }))
    const [one, two] = [peopleAt('replicas', { replicas: 1 }), peopleAt('replicas', { replicas: 2 })]
    expect(two).toBeGreaterThan(one)
    // Each replays all that is written.
    expect(two).toBeLessThan(2 * one)
  })

  it('a CDN takes work off processes and nothing off those who write', () => {
    expect(peopleAt('processes', { cdn: true })).toBeGreaterThan(peopleAt('processes', {}))
    expect(peopleAt('encoder', { cdn: true })).toBe(peopleAt('encoder', {}))
    expect(peopleAt('primary', { replicas: 1, cdn: true })).toBeLessThan(
      1.1 * peopleAt('primary', { replicas: 1 }),
    )
  })
})

it('docs/scaling.md says what is computed', () => {
  expect(inDocument(costTable())).toBe(true)
  expect(inDocument(capacityTable())).toBe(true)
})
