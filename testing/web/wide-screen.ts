import { vi } from 'vitest'

/** jsdom has no width: every media query matches until `vi.unstubAllGlobals()`. */
export const stubWideScreen = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
