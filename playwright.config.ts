import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'

/** Journeys: the built site, its real server and a real Chromium. `npm test -- journeys` builds first. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/market-server.ts',
  outputDir: '.cache/journeys',
  preserveOutput: 'failures-only',
  // Each worker has a Chromium of its own, and all of them share one server. Journeys wait more than they compute.
  workers: 3,
  // Twice and more of what the longest one takes where nothing else runs.
  timeout: 120_000,
  // On a busy machine the default of five seconds ends waiting too early.
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    launchOptions: launchOptions(),
    // So that what did not come is named, instead of the whole test's time being over.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Snapshots of each step would double the processor time of a run; a failure has one of the page in its report.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
  },
})
