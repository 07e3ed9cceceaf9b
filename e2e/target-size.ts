import type { Page } from '@playwright/test'

/** Pixels that a thumb needs in width and height. */
export const THUMB = 44
/** Pixels that WCAG 2.2 AA requires for a mouse. */
export const POINTER = 24

/**
 * Finds controls smaller than `size` by `size` pixels. The reacting area counts, including the label and
 * surrounding elements; a link within a sentence is as high as its line, which WCAG 2.2 allows.
 */
export async function smallTargets(page: Page, size: number): Promise<string[]> {
  return page.evaluate((SIZE) => {
    const PRESSABLE =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=option]'

    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert], [hidden]') === null

    /** Visually hidden inputs are pressed by their label. */
    const isHidden = (rect: DOMRect) => rect.width <= 1 || rect.height <= 1

    function labelsOf(element: Element): Element[] {
      const labels = (element as HTMLInputElement).labels
      return labels ? [...labels] : []
    }

    /** Whether a link has text before or after it in the same block. */
    function isInSentence(element: Element): boolean {
      if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false
      let block = element.parentElement
      while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
      const words = (text: string | null) => (text ?? '').replace(/[\s.,;:·|-]+/g, ' ').trim().length
      const links = block ? [...block.querySelectorAll('a, button')] : []
      const linked = links.reduce((sum, link) => sum + words(link.textContent), 0)
      return words(block?.textContent ?? '') > linked
    }

    function isHit(element: Element, labels: Element[], x: number, y: number): boolean {
      const found = document.elementFromPoint(x, y)
      return found !== null && [element, ...labels].some((own) => own.contains(found))
    }

    function isLarge(element: Element): boolean {
      const labels = labelsOf(element)
      const own = element.getBoundingClientRect()
      const rects = [...(isHidden(own) ? [] : [own]), ...labels.map((label) => label.getBoundingClientRect())]
      if (rects.some(({ width, height }) => width >= SIZE - 0.5 && height >= SIZE - 0.5)) return true
      const middle = isHidden(own) ? (rects[0] ?? own) : own
      const [x, y] = [middle.x + middle.width / 2, middle.y + middle.height / 2]
      // An open layer covers it.
      if (!isHit(element, labels, x, y)) return true
      const reach = SIZE / 2 - 1
      const corners = [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ] as const
      // The reacting area may be off the centre of the visible control.
      const shifts = [0, -reach / 2, reach / 2]
      return shifts.some((across) =>
        shifts.some((down) =>
          corners.every(([right, below]) =>
            isHit(element, labels, x + across + right * reach, y + down + below * reach),
          ),
        ),
      )
    }

    const small: string[] = []
    for (const element of document.querySelectorAll(PRESSABLE)) {
      if (!isShown(element) || isInSentence(element)) continue
      const rect = element.getBoundingClientRect()
      // These links for keyboard users appear once focused.
      if (isHidden(rect) && labelsOf(element).length === 0) continue
      element.scrollIntoView({ block: 'center', inline: 'center' })
      if (isLarge(element)) continue
      const { width, height } = element.getBoundingClientRect()
      const name = element.getAttribute('aria-label') ?? element.textContent.trim() ?? ''
      small.push(
        `${Math.round(width)}x${Math.round(height)} ${element.tagName} "${name.slice(0, 40)}" .${element.className}`,
      )
    }
    scrollTo(0, 0)
    return [...new Set(small)]
  }, size)
}
