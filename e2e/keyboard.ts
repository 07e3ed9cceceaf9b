import type { CDPSession, ElementHandle, Page } from '@playwright/test'
import { expect, expectSoon } from './journey.ts'

/** A screen reader's text for the focused element, and whether its focus mark is visible. */
interface Stop {
  role: string
  name: string
  isMarked: boolean
  isInSight: boolean
  html: string
}

const STOPS_MAX = 90
/** Containers need no name; the body has the focus at the page's end, before the browser's own buttons. */
const CONTAINERS = new Set(['main', 'generic', 'RootWebArea'])

async function nameAndRole(cdp: CDPSession): Promise<{ role: string; name: string }> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { objectId = '' } = result
  const { nodes } = await cdp.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
  const [node] = nodes
  return { role: String(node?.role?.value ?? ''), name: String(node?.name?.value ?? '') }
}

const markOfFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const { outlineStyle, boxShadow, borderColor } = getComputedStyle(element)
    const blurred = element.cloneNode(false) as HTMLElement
    // A copy with the same name would change the selection of a radio group.
    for (const name of ['name', 'id']) blurred.removeAttribute(name)
    element.parentElement?.append(blurred)
    const unfocused = getComputedStyle(blurred)
    const differs = unfocused.boxShadow !== boxShadow || unfocused.borderColor !== borderColor
    blurred.remove()
    const { width, top, bottom } = element.getBoundingClientRect()
    const isInSight = width > 0 && bottom > 0 && top < innerHeight
    const isMarked = outlineStyle !== 'none' || differs
    return { isMarked, isInSight, html: element.outerHTML.slice(0, 160) }
  })

interface Unmarked {
  element: ElementHandle
  picture: Buffer
  html: string
}

/** A person who uses only the keyboard; every element on the way needs a name, a role and a focus mark. */
export class Keyboard {
  private readonly page: Page
  private readonly cdp: CDPSession

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page
    this.cdp = cdp
  }

  static async of(page: Page): Promise<Keyboard> {
    return new Keyboard(page, await page.context().newCDPSession(page))
  }

  /** Appearance without focus, compared later; a slider shows its mark only on the thumb. */
  private unmarked: Unmarked | undefined

  private async checkLeft(): Promise<void> {
    if (!this.unmarked) return
    const { element, picture, html } = this.unmarked
    this.unmarked = undefined
    expect(picture.equals(await element.screenshot()), `no mark of the focus at ${html}`).toBe(false)
  }

  private async remember({ html }: Stop): Promise<void> {
    const element = (await this.page.evaluateHandle(() => document.activeElement)).asElement()
    if (element) this.unmarked = { element, picture: await element.screenshot(), html }
  }

  private async stop(): Promise<Stop> {
    return { ...(await nameAndRole(this.cdp)), ...(await markOfFocus(this.page)) }
  }

  /** Presses Tab until the wanted element has the focus. */
  async tabTo(role: string, name: string | RegExp): Promise<void> {
    const seen: string[] = []
    for (let count = 0; count < STOPS_MAX; count += 1) {
      await this.page.keyboard.press('Tab')
      await this.checkLeft()
      const stop = await this.stop()
      seen.push(`${stop.role} ${stop.name}`)
      if (CONTAINERS.has(stop.role) || stop.html.startsWith('<body')) continue
      expect(stop.name, `a name for ${stop.html}`).not.toBe('')
      expect(stop.isInSight, `${stop.html} is in sight`).toBe(true)
      if (!stop.isMarked) await this.remember(stop)
      const isWanted = typeof name === 'string' ? stop.name === name : name.test(stop.name)
      if (stop.role === role && isWanted) return
    }
    throw new Error(`Tab never reached ${role} ${String(name)}, only: ${seen.join(', ')}`)
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** Expects that some element has the focus again after a step. */
  async expectFocus(): Promise<void> {
    await expectSoon(() => this.page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  }
}
