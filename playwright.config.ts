import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'

/** Journeys: the built site, its real server and a real Chromium. `npm test -- journeys` builds first. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/market-server.ts',
  outputDir: '.cache/journeys',
  preserveOutput: 'failures-only',
  // Each worker has its own Chromium, and all of them share one server. Journeys wait more than they compute.
  workers: 3,
  // At least twice the time of the longest journey on an idle machine.
  timeout: 120_000,
  // On a busy machine the default of five seconds is too short.
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    launchOptions: launchOptions(),
    // Shorter than the test's own timeout, so that the error names the action that timed out.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Snapshots of each step would double a run's processor time; the report of a failure has one of the page.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
  },
})
