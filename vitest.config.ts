import { defineConfig } from 'vitest/config'

/** Tests that need other programs or the built site, or that kill processes. */
const INFRASTRUCTURE = '**/*.infrastructure.test.ts'

const shared = {
  // Some start real servers, beside others that do the same, on machines that for a while are eight times slower than
  // usual. What hangs fails as well.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // A wait that ends fails the test, so it must outlast any pause of a busy machine.
  expect: { poll: { timeout: 30_000 } },
}

const web = {
  ...shared,
  setupFiles: 'testing/web/component-setup.ts',
  // Files share a worker and its document: starting one for each took longer than their tests. The setup empties both
  // after each test and file. A worker ends when the next file wants another environment, so each has its project.
  isolate: false,
}

export default defineConfig({
  test: {
    // Each core has its worker: the default leaves one of two idle.
    maxWorkers: '100%',
    globalSetup: 'testing/global-setup.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'node',
          include: ['contract', 'server', 'demo', 'testing', 'scripts', 'bench'].map(
            (root) => `${root}/**/*.test.ts`,
          ),
          exclude: [INFRASTRUCTURE, '**/node_modules/**'],
          // Files share a worker and its modules: loading the server anew for each of them took longer than their tests.
          isolate: false,
        },
      },
      {
        test: {
          ...web,
          name: 'components',
          include: ['web/**/*.test.tsx', 'web/**/*.dom.test.ts'],
          environment: 'jsdom',
        },
      },
      {
        test: {
          ...web,
          name: 'web',
          include: ['web/**/*.test.ts'],
          exclude: ['web/**/*.dom.test.ts'],
        },
      },
    ],
  },
})
