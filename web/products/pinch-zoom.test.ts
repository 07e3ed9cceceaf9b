import { describe, expect, it } from 'vitest'
import { within, zoomed } from './pinch-zoom.ts'

const SCREEN = { width: 400, height: 800 }
const WHOLE = { scale: 1, x: 0, y: 0 }

describe('zoomed', () => {
  it('keeps the point under the fingers under them', () => {
    const point = { x: 100, y: -50 }
    const view = zoomed(WHOLE, 2, point, point)
    // The point of the photo that was at 100, -50 is now at scale * point + move.
    expect([view.scale * point.x + view.x, view.scale * point.y + view.y]).toEqual([100, -50])
  })

  it('moves the photo with one finger', () => {
    expect(zoomed({ scale: 2, x: 10, y: 0 }, 1, { x: 0, y: 0 }, { x: 30, y: 5 })).toEqual({
      scale: 2,
      x: 40,
      y: 5,
    })
  })
})

describe('within', () => {
  it('never shrinks the photo below its frame or enlarges it more than four times', () => {
    expect(within({ scale: 0.5, x: 40, y: 10 }, SCREEN)).toEqual({ scale: 1, x: 0, y: 0 })
    expect(within({ scale: 9, x: 0, y: 0 }, SCREEN).scale).toBe(4)
  })

  it('stops at the edge of the photo', () => {
    expect(within({ scale: 2, x: 999, y: -999 }, SCREEN)).toEqual({ scale: 2, x: 200, y: -400 })
  })
})
