import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'

/** Sweeps every page and opening at three widths, with full and empty data. `npm test -- looks` builds first. */
export default defineConfig({
  testDir: 'e2e/looks',
  projects: [
    { name: 'arrange', testMatch: '**/arrange.setup.ts' },
    { name: 'looks', testMatch: '**/*.looks.ts', dependencies: ['arrange'] },
  ],
  globalSetup: './e2e/looks/market-server.ts',
  outputDir: '.cache/looks/failed',
  preserveOutput: 'failures-only',
  workers: 3,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: { launchOptions: launchOptions(), actionTimeout: 30_000, navigationTimeout: 60_000 },
})
