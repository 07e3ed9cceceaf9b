import { defineConfig } from 'vitest/config'

/** Tests that need other programs or the built site, or that kill processes. `npm run test:infrastructure` builds first. */
export default defineConfig({
  test: {
    include: ['{server,demo,testing,scripts,bench}/**/*.infrastructure.test.ts'],
    globalSetup: 'testing/global-setup.ts',
    // They wait for timeouts more than they compute, each with processes of its own.
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // A wait that ends fails the test, so it must outlast any pause of a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
})
