import { expect, it } from 'vitest'
import { movedFigures } from './earlier-figures.ts'

const row = (figure: number, atMost?: true) => ({ name: 'search', figure, unit: 'ms p99', goal: 1, atMost })
const movedTo = (figure: number, before: number[], atMost?: true) =>
  movedFigures([row(figure, atMost)], { 'search, ms p99': before })

it('a figure has moved when it lies further from all earlier ones than noise', () => {
  expect(movedTo(100, [])).toEqual([])
  expect(movedTo(86, [100, 120])).toEqual([])
  expect(movedTo(137, [100, 120])).toEqual([])
  expect(movedTo(84, [100, 120], true)).toEqual(['better: search, ms p99: 84, before 100 to 120'])
  expect(movedTo(84, [100, 100])).toEqual(['WORSE: search, ms p99: 84, before 100'])
  expect(movedTo(139, [100, 120], true)).toEqual(['WORSE: search, ms p99: 139, before 100 to 120'])
})
