import { defineConfig } from 'vitest/config'

/**
 * Tests that need other programs or the built site, or that kill processes. `npm run test:infrastructure` builds first.
 */
export default defineConfig({
  test: {
    include: ['{server,demo,testing,scripts,bench}/**/*.infrastructure.test.ts'],
    globalSetup: 'testing/global-setup.ts',
    // These tests mostly wait for timeouts, each with processes of its own.
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // A wait that times out fails the test, so the timeout must outlast any pause of a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
})
