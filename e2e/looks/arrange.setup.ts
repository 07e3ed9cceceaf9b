import { writeFileSync } from 'node:fs'
import { test } from '@playwright/test'
import { arrangeMarket } from './arrange-market.ts'
import { MARKET_FILE } from './looks.ts'

test('people do what only the site itself can bring about', async () => {
  writeFileSync(MARKET_FILE, JSON.stringify(await arrangeMarket()))
})
