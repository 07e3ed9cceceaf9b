import { defineConfig } from 'vitest/config'

/** What needs other programs or the built site, or kills what runs. `npm run test:infrastructure` builds first. */
export default defineConfig({
  test: {
    include: ['{server,demo,testing,scripts,bench}/**/*.infrastructure.test.ts'],
    globalSetup: 'testing/global-setup.ts',
    // They wait for timeouts more than they compute, each with processes of its own.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // On a busy machine the default of a second ends waiting too early.
    expect: { poll: { timeout: 10_000 } },
  },
})
