import { expect, test } from '@playwright/test'
import { POINTER, smallTargets, THUMB } from '#e2e/target-size.ts'
import { findLayoutFaults } from './layout-faults.ts'

const PHONE = { width: 390, height: 844 }

/** Planted faults, and how the sweep names them. */
const PLANTED: Record<string, [html: string, found: RegExp]> = {
  'words that do not wrap in a dialog, inherited from the bar in which it is drawn': [
    `<div style="white-space: nowrap"><dialog id="sheet" style="width: 20rem">
      <p>Say what you want to know. You can sign up afterwards, and your message waits for you.</p>
    </dialog></div><script>document.querySelector('dialog').showModal()</script>`,
    /^(passes the edge|beyond the screen|cut off): "Say what/,
  ],
  'a button past the edge of its card': [
    `<div style="width: 200px; border: 1px solid"><button style="width: 260px">Send offer</button></div>`,
    /^passes the edge: "Send offer"/,
  ],
  'a link beyond the screen': [
    `<a href="/x" style="position: absolute; left: 350px; width: 100px">Contact</a>`,
    /^beyond the screen: "Contact"/,
  ],
  'a price that its box cuts': [
    `<div style="width: 60px; overflow: hidden; white-space: nowrap">GH₵999,999.99 negotiable</div>`,
    /^cut off: "GH₵999/,
  ],
  'words wider than their button': [
    `<button style="width: 40px; white-space: nowrap; padding: 0">Continue with phone</button>`,
    /^passes the edge: "Continue with/,
  ],
  'a word that goes on in the next line': [
    `<div style="width: 50px; overflow-wrap: anywhere">Console Accessories</div>`,
    /^breaks within a word: "Accessories"/,
  ],
  'words over a control': [
    `<div style="position: relative"><button style="width: 120px; height: 44px"></button>
     <p style="position: absolute; top: 5px; left: 5px; margin: 0">Verified seller</p></div>`,
    /^overlaps .*: "Verified/,
  ],
  'words over words': [
    `<div style="height: 10px">Nearly new, with its box</div><div>Kaneshie First Light</div>`,
    /^overlaps/,
  ],
  'a control that something covers': [
    `<button style="width: 100px; height: 44px">Publish</button>
     <div style="position: fixed; inset: 0; background: white"></div>`,
    /^cannot be reached behind/,
  ],
  'a control below the end of what scrolls': [
    `<div style="height: 400px; overflow: hidden; position: fixed; inset: 0"><div style="height: 900px"></div>
     <div style="position: absolute; top: 1200px"><button style="height: 44px">Save</button></div></div>`,
    /"Save"/,
  ],
}

for (const [name, [html, found]] of Object.entries(PLANTED))
  test(`the sweep finds ${name}`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.setContent(`<main>${html}</main>`)
    await expect.poll(() => findLayoutFaults(page)).toContainEqual(expect.stringMatching(found))
  })

const SOUND: Record<string, string> = {
  'words that end with an ellipsis': `<p style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Nearly new with its box</p>`,
  'a row that scrolls to its side': `<div style="width: 200px; overflow-x: auto; white-space: nowrap">${'<button style="height: 44px; width: 90px">Phones</button>'.repeat(5)}</div>`,
  'a badge on the corner of a button': `<button style="position: relative; width: 48px; height: 48px; margin: 20px"><span style="position: absolute; top: -6px; right: -6px">3</span></button>`,
  'an address that is wider than its box': `<p style="width: 60px; overflow-wrap: anywhere">ama.boateng@example.com Llanfairpwllgwyngyll</p>`,
  'words for screen readers alone': `<span style="position: absolute; clip-path: inset(50%); left: 900px; width: 1px">waiting</span>`,
}

for (const [name, html] of Object.entries(SOUND))
  test(`the sweep accepts ${name}`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.setContent(`<main>${html}</main>`)
    expect(await findLayoutFaults(page)).toEqual([])
  })

const SMALL = '<button style="width: 30px; height: 30px; padding: 0">Undo</button>'

test('the sweep finds a button that is large enough for a mouse but not for a thumb', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.setContent(`<main>${SMALL}</main>`)
  expect(await smallTargets(page, THUMB)).toEqual([expect.stringContaining('"Undo"')])
  expect(await smallTargets(page, POINTER)).toEqual([])
})

test('the sweep accepts a small box in a large label and a link in a sentence', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.setContent(`<main><label style="display: block; padding: 16px"><input type="checkbox"> Delivery</label>
    <p>Read <a href="/safety">how to stay safe</a> before you pay.</p></main>`)
  expect(await smallTargets(page, THUMB)).toEqual([])
})
