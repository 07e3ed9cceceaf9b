import { writeFileSync } from 'node:fs'
import { test } from '@playwright/test'
import { arrangeMarket } from './arrange-market.ts'
import { MARKET_FILE } from './looks.ts'

test('The data that only the running site can store is arranged', async () => {
  writeFileSync(MARKET_FILE, JSON.stringify(await arrangeMarket()))
})
