import type { Locator, Page } from '@playwright/test'
import { newMember } from '#e2e/people.ts'
import { hydrated } from '#e2e/browser.ts'
import { expect, test } from '#e2e/journey.ts'

const WIDTH = 1280

interface Tap {
  /** The invalid field, which has the focus. */
  wrong: Locator
  /** The text typed there. */
  text: string
  target: Locator
}

/** Waits for visible effects of leaving the field. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let count = 0; count < 5; count += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

/** Presses slowly, as a thumb does: the press must count, and nothing may move below it. */
async function expectTapCounts(page: Page, { wrong, text, target }: Tap): Promise<void> {
  await wrong.fill(text)
  await target.scrollIntoViewIfNeeded()
  await wrong.evaluate((field: HTMLElement) => field.focus({ preventScroll: true }))
  await target.evaluate((element) => {
    delete document.documentElement.dataset.clicked
    element.addEventListener('click', () => (document.documentElement.dataset.clicked = 'yes'), {
      once: true,
    })
  })
  const before = await target.boundingBox()
  if (!before) throw new Error('There is nothing to tap')
  // Near its lower edge, where a small shift makes the tap miss.
  await page.mouse.move(before.x + Math.min(before.width / 2, 20), before.y + before.height - 3)
  await page.mouse.down()
  await frames(page)
  expect(await target.boundingBox(), 'moved under the finger').toEqual(before)
  await page.mouse.up()
  expect(await page.evaluate(() => document.documentElement.dataset.clicked)).toBe('yes')
}

/** Expects the error of the field that was left, once the press is over. */
async function expectWrong(field: Locator): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.describe('A slow tap beside an invalid field', () => {
  test('counts on the register form', async ({ openPage }) => {
    const page = await openPage('/auth/register', { width: WIDTH })
    const wrong = page.getByLabel('Email')
    const terms = page.getByRole('checkbox')
    await expectTapCounts(page, { wrong, text: 'ama@', target: terms })
    await expect(terms).toBeChecked()
    await expectWrong(wrong)
    await page.reload()
    await hydrated(page)
    await expectTapCounts(page, {
      wrong: page.getByLabel('Name'),
      text: 'A',
      target: button(page, 'Sign up'),
    })
    await expectWrong(page.getByLabel('Name'))
  })

  test('counts on the profile, the phone number and the settings', async ({ openSignedIn }) => {
    const page = await openSignedIn('/profile', { person: await newMember('Yaa Taps'), width: WIDTH })
    const email = page.getByLabel('Email', { exact: true })
    await expectTapCounts(page, { wrong: email, text: 'yaa@', target: button(page, 'Save changes') })
    await expectWrong(email)
    await page.goto('/profile?section=phone')
    await hydrated(page)
    const phone = page.getByLabel('Phone number')
    await expectTapCounts(page, { wrong: phone, text: 'x', target: button(page, 'Send code') })
    await expectWrong(phone)

    await page.goto('/settings-page')
    await hydrated(page)
    await button(page, 'Change e-mail').click()
    const address = page.getByLabel('New e-mail address')
    await expectTapCounts(page, { wrong: address, text: 'yaa@', target: button(page, 'Send link') })
    await expectWrong(address)
    await button(page, 'Cancel').click()
    await button(page, 'Change password').click()
    const password = page.getByLabel('New password', { exact: true })
    await expectTapCounts(page, { wrong: password, text: 'short', target: button(page, 'Update Password') })
    await expectWrong(password)
    await page.goto('/settings-page?section=privacy')
    await hydrated(page)
    await button(page, 'Delete account').click()
    const proof = page.getByRole('dialog').getByLabel('Type DELETE to confirm')
    await proof.fill('x')
    await expectTapCounts(page, { wrong: proof, text: '', target: button(page, 'Delete my account') })
    await expectWrong(proof)
  })

  test('counts on a listing', async ({ openSignedIn }) => {
    const page = await openSignedIn('/create-product', { person: await newMember('Yaa Lists'), width: WIDTH })
    const title = page.getByLabel('Title', { exact: true })
    await expectTapCounts(page, { wrong: title, text: 'A', target: page.getByText('Fair', { exact: true }) })
    await expect(page.getByRole('radio', { name: 'Fair' })).toBeChecked()
    await expectWrong(title)
    const price = page.getByLabel('Price in')
    await expectTapCounts(page, { wrong: price, text: 'cheap', target: button(page, 'Add a detail') })
    await expectWrong(price)
    const tags = page.getByLabel('Tags', { exact: true })
    await expectTapCounts(page, { wrong: tags, text: 'dual sim', target: button(page, 'Add a detail') })
    await expect(page.getByRole('button', { name: 'Remove tag dual sim' })).toHaveCount(1)
    await page.reload()
    await hydrated(page)
    await expectTapCounts(page, {
      wrong: title,
      text: 'A',
      target: page.locator('.listing-actions button[type=submit]'),
    })
    await expectWrong(title)
  })
})
