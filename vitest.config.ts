import { defineConfig } from 'vitest/config'
import { legalPagesPlugin } from './scripts/build/legal-pages-plugin.ts'

/** Tests that need other programs or the built site, or that kill processes. */
const INFRASTRUCTURE = '**/*.infrastructure.test.ts'

const shared = {
  // Some tests start real servers, beside others that do the same, on machines that may be eight times slower than
  // usual for a while. A test that hangs still fails.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // A wait that times out fails the test, so the timeout must outlast any pause of a busy machine.
  expect: { poll: { timeout: 30_000 } },
}

const web = {
  ...shared,
  setupFiles: 'testing/web/component-setup.ts',
  // Files share a worker and its document, because starting one for each took longer than their tests. The setup
  // empties both after each test and file. A worker ends when the next file wants another environment, so each
  // environment has its project.
  isolate: false,
}

export default defineConfig({
  test: {
    // One worker per core: the default leaves one of two cores idle.
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
          // Files share a worker and its modules, because loading the server again for each file took longer than its
          // tests.
          isolate: false,
        },
      },
      {
        plugins: [legalPagesPlugin],
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
