import { defineConfig } from 'vitest/config'

/** Journeys: the built site, its real server and a real Chromium. `npm test -- journeys` builds first. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/market-server.ts'],
    // Each worker has a Chromium of its own, and all of them share one server.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a busy machine the default of a second ends waiting too early.
    expect: { poll: { timeout: 10_000 } },
  },
})
