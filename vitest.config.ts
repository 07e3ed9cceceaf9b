import { defineConfig } from 'vitest/config'

/** Tests run in Node; those of components ask for a browser's document with `// @vitest-environment jsdom`. */
export default defineConfig({
  test: {
    include: ['contract', 'server', 'web', 'testing', 'scripts', 'bench'].map(
      (root) => `${root}/**/*.test.{ts,tsx}`,
    ),
    // Each core has its worker: the default leaves one of two idle.
    maxWorkers: '100%',
    // Some start real servers, beside others that do the same.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // On a busy machine the default of a second ends waiting too early.
    expect: { poll: { timeout: 10_000 } },
    globalSetup: 'testing/global-setup.ts',
    setupFiles: 'testing/component-setup.ts',
  },
})
