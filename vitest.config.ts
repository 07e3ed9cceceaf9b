import { defineConfig } from 'vitest/config'

/** Tests run in Node; those of components ask for a browser's document with `// @vitest-environment jsdom`. */
export default defineConfig({
  test: {
    include: ['contract', 'server', 'web', 'testing', 'scripts', 'bench'].map(
      (root) => `${root}/**/*.test.{ts,tsx}`,
    ),
    globalSetup: 'testing/global-setup.ts',
  },
})
