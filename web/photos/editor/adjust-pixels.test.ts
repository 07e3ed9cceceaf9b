import { describe, expect, it } from 'vitest'
import { adjustPixels, isUnchanged, turned, UNCHANGED } from './adjust-pixels.ts'

function adjusted(pixel: number[], change: Partial<typeof UNCHANGED>): number[] {
  const pixels = Uint8ClampedArray.from([...pixel, 255])
  adjustPixels(pixels, { ...UNCHANGED, ...change })
  return Array.from(pixels.subarray(0, 3))
}

describe('the colours', () => {
  it.each([
    ['stay unchanged by default', {}, [200, 100, 50], [200, 100, 50]],
    ['are doubled in brightness', { brightness: 200 }, [100, 60, 200], [200, 120, 255]],
    ['are halved in brightness', { brightness: 50 }, [100, 60, 200], [50, 30, 100]],
    ['spread from the middle with contrast', { contrast: 200 }, [128, 100, 220], [128, 72, 255]],
    ['move together with little contrast', { contrast: 50 }, [0, 127, 255], [64, 127, 191]],
    ['become grey without saturation', { saturation: 0 }, [255, 0, 0], [54, 54, 54]],
    ['become strong with saturation', { saturation: 200 }, [150, 100, 100], [189, 89, 89]],
    ['keep a grey without saturation', { saturation: 200 }, [90, 90, 90], [90, 90, 90]],
  ])('%s', (_, change, pixel, expected) => {
    expect(adjusted(pixel, change)).toEqual(expected)
  })

  it('transparent pixels stay unchanged', () => {
    const pixels = Uint8ClampedArray.from([10, 20, 30, 77])
    adjustPixels(pixels, { ...UNCHANGED, brightness: 200 })
    expect(pixels[3]).toBe(77)
  })
})

it('a picture turns by quarters in both directions', () => {
  expect(turned(UNCHANGED, 1).turns).toBe(1)
  expect(turned(UNCHANGED, -1).turns).toBe(3)
  expect(turned(turned(UNCHANGED, -1), 1)).toEqual(UNCHANGED)
  expect(isUnchanged(turned(UNCHANGED, 1))).toBe(false)
})
