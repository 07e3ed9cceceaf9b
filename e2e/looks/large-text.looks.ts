import { expect } from '@playwright/test'
import { findLayoutFaults } from './layout-faults.ts'
import { changedOver } from '#e2e/page-checks.ts'
import { addressOf, test } from './looks.ts'
import { PAGE_LOOKS } from './page-looks.ts'

const PATHS = [
  '/',
  '/products',
  '/products/:id',
  '/sellers/:id',
  '/create-product',
  '/messages',
  '/conversation/:id',
  '/me',
] as const

for (const path of PATHS)
  for (const [index, look] of PAGE_LOOKS[path]
    .filter(({ after }) => !after)
    .slice(0, 2)
    .entries())
    test(`text of twice the size holds at ${path} ${index + 1}`, async ({ openLook, market }) => {
      const page = await openLook(look)
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
      await changedOver(page)
      expect(await findLayoutFaults(page), addressOf(look, market)).toEqual([])
    })
