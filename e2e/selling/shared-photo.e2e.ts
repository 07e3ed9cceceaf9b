import { hydrated } from '#e2e/browser.ts'
import { newPerson } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test } from '#e2e/journey.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'

test('A photo shared with the app starts a listing after the login', async ({ openPage }) => {
  const email = await newPerson('Akua Sharing')
  const page = await openPage('/safety', { width: 390, worker: true })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // Simulates the browser's request for an installed app.
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, {
      id: 'shared',
      method: 'post',
      action: '/shared-photos',
      enctype: 'multipart/form-data',
    })
    form.innerHTML = '<input type="file" name="photos">'
    document.body.append(form)
  })
  const buffer = await plainPicture(320, 240).jpeg().toBuffer()
  await page.locator('#shared input').setInputFiles({ name: 'drum.jpg', mimeType: 'image/jpeg', buffer })
  await page.locator('#shared').evaluate((form: HTMLFormElement) => form.submit())
  await page.waitForURL('/create-product')
  await hydrated(page)
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/auth\/login\?next=/)
  await logIn(page, email)
  await page.waitForURL(/\/create-product/)
  await expect(
    page.getByRole('region', { name: 'Photos', exact: true }).getByText('1 of').first(),
  ).toBeVisible()
})
