import { defineConfig } from 'vitest/config'

/** Several real processes of the built site, and what breaks down. `npm run test:scale` builds first. */
export default defineConfig({
  test: {
    include: ['testing/**/*.scale.ts', 'bench/**/*.scale.ts'],
    globalSetup: 'testing/global-setup.ts',
    // They wait for timeouts more than they compute, each with processes of its own.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // On a busy machine the default of a second ends waiting too early.
    expect: { poll: { timeout: 10_000 } },
  },
})
