import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'

/** Takes pictures of every screen for people to look at: `npm run screens`. */
export default defineConfig({
  testDir: 'e2e/screens',
  testMatch: `**/${process.env.SCREENS ?? 'every-screen'}.screens.ts`,
  globalSetup: './e2e/market-server.ts',
  outputDir: '.cache/screens-failed',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  reporter: 'line',
  use: { launchOptions: launchOptions() },
})
