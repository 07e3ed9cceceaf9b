import { expect, test } from 'vitest'
import { hydrated, openPage } from './browser.ts'
import { newPerson } from './new-person.ts'
import { logIn } from './sign-in.ts'

/** Far more than the form has fields. */
const STEPS_MAX = 60

test('no field that the keyboard leads to is hidden behind the buttons at the bottom', async () => {
  const page = await openPage('/auth/login?next=/create-product', { width: 390 })
  await logIn(page, await newPerson('Abena Tabs'))
  await page.waitForURL('**/create-product')
  await hydrated(page)
  await page.getByLabel('Title', { exact: true }).focus()
  const hidden: string[] = []
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const found = await page.evaluate(() => {
      const [bar, field] = [document.querySelector('.listing-actions'), document.activeElement]
      if (!bar || !field || bar.contains(field)) return { isEnd: true, name: '', isHidden: false }
      const isHidden = field.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1
      return { isEnd: false, name: field.id || field.textContent, isHidden }
    })
    if (found.isEnd) break
    if (found.isHidden) hidden.push(found.name)
    await page.keyboard.press('Tab')
  }
  expect(hidden).toEqual([])
})
