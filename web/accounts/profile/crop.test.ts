import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dragged, squareOf, WHOLE, ZOOM_MAX } from './crop.ts'

const wide = { width: 800, height: 400 }

it('starts with the middle square', () => {
  expect(squareOf(wide, WHOLE)).toEqual({ left: 200, top: 0, side: 400 })
  expect(squareOf({ width: 300, height: 300 }, WHOLE)).toEqual({ left: 0, top: 0, side: 300 })
})

it('follows the finger', () => {
  const crop = dragged(wide, WHOLE, { x: 50, y: 30 }, 200)
  // 50 of the view's 200 pixels are 100 of the 400 shown; the picture cannot move up or down.
  expect(squareOf(wide, crop)).toEqual({ left: 100, top: 0, side: 400 })
})

it('never leaves the picture', () => {
  const pixels = fc.integer({ min: 1, max: 10_000 })
  const step = fc.integer({ min: -2000, max: 2000 })
  fc.assert(
    fc.property(
      pixels,
      pixels,
      fc.double({ min: 1, max: ZOOM_MAX, noNaN: true }),
      step,
      step,
      (width, height, zoom, x, y) => {
        const crop = dragged({ width, height }, { ...WHOLE, zoom }, { x, y }, 288)
        const { left, top, side } = squareOf({ width, height }, crop)
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
        expect(left + side).toBeLessThanOrEqual(width + 1e-6)
        expect(top + side).toBeLessThanOrEqual(height + 1e-6)
      },
    ),
  )
})
