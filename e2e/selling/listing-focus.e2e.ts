import { newMember } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'

/** Far more steps than the form has fields. */
const STEPS_MAX = 60

test('The fixed buttons hide no field that the keyboard reaches', async ({ openSignedIn }) => {
  const page = await openSignedIn('/create-product', { person: await newMember('Abena Tabs'), width: 390 })
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
