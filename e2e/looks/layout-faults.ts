import type { Page } from '@playwright/test'

/**
 * Finds everything drawn that passes the edge of its container or of the screen, text that is cut, broken within a word or overlaps
 * something, and controls that cannot be reached. Judges the top dialog while one is open, otherwise the page with its popovers.
 * Returns one line per fault: the kind, the words concerned and the element.
 */
export const findLayoutFaults = (page: Page): Promise<string[]> => page.evaluate(layoutFaultsOfDocument)

/** Prefix of faults about words that continue on the next line. */
export const BROKEN_WORD = 'breaks within a word'

/** Runs in the browser, so it uses nothing from outside its own body. */
function layoutFaultsOfDocument(): string[] {
  /** Pixels allowed for rounding and for glyphs wider than their box. */
  const TOLERANCE = 1.5
  /** Share of a line's height that another text may cover before both become unreadable. */
  const TEXT_OVERLAP = 0.35
  /** Pixels that a badge may overlap beyond the corner of its control. */
  const BADGE_OVERHANG = 12
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=option], [role=slider]'

  /** A longer word may be wider than a phone, and a camel-case name from the code may break anywhere. */
  const SHORT_WORD = /(?<![\p{L}\p{N}@./_-])(?!\p{L}*\p{Ll}\p{Lu})\p{L}{2,14}(?![\p{L}\p{N}@./_-])/gu

  /** Popups cover the page on purpose. */
  const POPUPS = '[popover], [role=listbox], [role=menu], .reaction-picker, .toasts'

  /** Plain numbers, because each read of a DOMRect leaves the script. */
  interface Box {
    left: number
    top: number
    right: number
    bottom: number
  }

  interface Drawn {
    element: Element
    rect: DOMRect
    /** The part of `rect` that no ancestor clips. */
    visible: Box
    words: string
  }

  const faults = new Set<string>()
  const dialogs = [...document.querySelectorAll('dialog')].filter((dialog) => dialog.matches(':modal'))
  const root: Element = dialogs.at(-1) ?? document.body

  /** Caches the result per element: nothing moves until the end, when controls are scrolled into view. */
  function remembered<Found>(find: (element: Element) => Found): (element: Element) => Found {
    const known = new Map<Element, Found>()
    return (element) => {
      if (!known.has(element)) known.set(element, find(element))
      return known.get(element) as Found
    }
  }

  const boxOf = remembered((element) => element.getBoundingClientRect())
  const styleOf = remembered((element) => {
    const { display, position, overflowX, overflowY, clipPath, textOverflow, webkitLineClamp } =
      getComputedStyle(element)
    return { display, position, overflowX, overflowY, clipPath, textOverflow, webkitLineClamp }
  })

  const describeElement = (element: Element): string => {
    const classes = typeof element.className === 'string' ? element.className : ''
    return `<${element.localName}${classes && ` class="${classes.slice(0, 60)}"`}>`
  }
  const report = (kind: string, words: string, element: Element) =>
    faults.add(`${kind}: "${words.replace(/\s+/g, ' ').trim().slice(0, 50)}" in ${describeElement(element)}`)

  const isForScreenReaders: (element: Element) => boolean = remembered(
    (element) =>
      element !== root &&
      (styleOf(element).clipPath === 'inset(50%)' ||
        (element.parentElement !== null && isForScreenReaders(element.parentElement))),
  )

  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('[inert]') === null &&
    !isForScreenReaders(element)

  /** Whether an element is out of sight on purpose, such as a skip link without focus. */
  const isParked = ({ right, bottom }: DOMRect) => right <= 0 || bottom + scrollY <= 0

  const clips = (overflow: string) => overflow !== 'visible'

  /** Clips a rectangle by `innermost` and all its ancestors. */
  function visiblePart(rect: DOMRect, innermost: Element | null): Box {
    let { left, top, right, bottom } = rect
    for (let around = innermost; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, position } = styleOf(around)
      const box = boxOf(around)
      if (clips(overflowX)) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
      if (clips(overflowY)) [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      if (position === 'fixed') break
    }
    return { left, top, right: Math.max(left, right), bottom: Math.max(top, bottom) }
  }

  function drawnTexts(): Drawn[] {
    const texts: Drawn[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const words = node.textContent ?? ''
      if (!element || !words.trim() || element.closest('option, script, style, noscript, title')) continue
      if (!isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects())
        if (rect.width > 1 && rect.height > 1 && !isParked(rect))
          texts.push({ element, rect, visible: visiblePart(rect, element), words })
    }
    return texts
  }

  const nameOf = (element: Element): string =>
    element.getAttribute('aria-label') ??
    (element.textContent.trim() || (element as HTMLInputElement).name || element.id)

  function drawnControls(): Drawn[] {
    return [...root.querySelectorAll(CONTROLS)].filter(isShown).flatMap((element) =>
      // A link in a sentence has a box for each of its lines.
      [...element.getClientRects()]
        .filter((rect) => rect.width > 1 && rect.height > 1 && !isParked(rect))
        .map((rect) => ({
          element,
          rect,
          visible: visiblePart(rect, element.parentElement),
          words: nameOf(element),
        })),
    )
  }

  /** Finds short words that break onto the next line. */
  function checkWords(texts: Drawn[]): void {
    for (const { element } of texts)
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(SHORT_WORD)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const [first, ...others] = range.getClientRects()
          if (others.some(({ top }) => first && top > first.top + first.height / 2))
            report('breaks within a word', word, element)
        }
      }
  }

  const isTransparent = (colour: string) => /^(transparent|rgba\(.*, 0\)|oklab\(.* \/ 0\))$/.test(colour)

  /** Whether the element's edge is visible, so that its content must stay within it. */
  const hasEdge = remembered((element) => {
    const style = getComputedStyle(element)
    if (style.display === 'inline' || style.display === 'contents') return false
    if (element.matches(`dialog, [popover], ${CONTROLS}`)) return true
    const sides = [
      style.borderTopWidth,
      style.borderRightWidth,
      style.borderBottomWidth,
      style.borderLeftWidth,
    ]
    const isFramed = sides.every((width) => parseFloat(width) > 0)
    return isFramed || !isTransparent(style.backgroundColor) || style.boxShadow !== 'none'
  })

  /** Whether the element is a row that scrolls sideways on purpose. */
  const scrollsAcross = (element: Element) =>
    /auto|scroll/.test(styleOf(element).overflowX) &&
    element.scrollWidth > element.clientWidth &&
    element.scrollHeight <= element.clientHeight + 1 &&
    !element.matches('dialog, [popover], body, main, form, aside')
  const scrollsDown = (element: Element) =>
    /auto|scroll/.test(styleOf(element).overflowY) && element.scrollHeight > element.clientHeight

  /** Directions in which content may pass an edge because the block scrolls or truncates it. */
  const freedomIn = remembered((element) => ({
    across: styleOf(element).textOverflow === 'ellipsis' || scrollsAcross(element),
    down: styleOf(element).webkitLineClamp !== 'none' || scrollsDown(element),
  }))

  /** Names the fault of something that passes this edge by more than `slack` pixels. */
  function faultAt(around: Element, rect: DOMRect, free: { across: boolean; down: boolean }, slack: number) {
    const [box, style] = [boxOf(around), styleOf(around)]
    const across = free.across ? 0 : Math.max(box.left - rect.left, rect.right - box.right)
    const down = free.down ? 0 : Math.max(box.top - rect.top, rect.bottom - box.bottom)
    if (clips(style.overflowX) && across > slack) return 'cut off'
    if (clips(style.overflowY) && down > slack) return 'cut off'
    if ((across > slack || down > slack + 2) && hasEdge(around)) return 'passes the edge'
    return
  }

  const isBox = (element: Element) =>
    styleOf(element).display !== 'inline' && element !== document.body && element.parentElement !== null

  /** Compares a text or control with every ancestor and with the screen. */
  function checkEdges({ element, rect, words }: Drawn, innermost: Element | null): void {
    const free = { across: false, down: false }
    let slack = TOLERANCE
    for (let around = innermost; around; around = around.parentElement) {
      const style = styleOf(around)
      const { across, down } = freedomIn(around)
      free.across ||= across
      free.down ||= down
      const fault = isBox(around) && faultAt(around, rect, free, slack)
      if (fault) report(fault, words, around)
      if (style.position === 'absolute') slack = BADGE_OVERHANG
      if (style.position === 'fixed' || around === root) break
    }
    const beyond = Math.max(-rect.left, rect.right - document.documentElement.clientWidth)
    if (!free.across && beyond > TOLERANCE) report('beyond the screen', words, element)
  }

  /** Finds the layer of an element; only elements of one layer can overlap by mistake. */
  function layerOf(element: Element): Element {
    for (let around: Element | null = element; around; around = around.parentElement) {
      if (around === root || around.matches(`dialog, ${POPUPS}`)) return around
      if (/fixed|sticky/.test(styleOf(around).position)) return around
    }
    return root
  }

  const shared = (one: Box, other: Box) => ({
    width: Math.min(one.right, other.right) - Math.max(one.left, other.left),
    height: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  })

  const isWithin = (one: Element, other: Element) => one.contains(other) || other.contains(one)

  /** Whether a text is the control's own label, which may cover it. */
  const isLabelOf = (text: Element, control: Element) =>
    [...((control as HTMLInputElement).labels ?? [])].some((label) => label.contains(text))

  /** Whether a text belongs to a button inside an input, such as 'Show' in a password field. */
  const isInsideInput = (text: Element, { element: field, rect: around }: Drawn): boolean => {
    const own = text.closest(CONTROLS)?.getBoundingClientRect()
    if (!own || field.localName !== 'input') return false
    return own.left >= around.left && own.right <= around.right
  }

  function overlapsControl(text: Drawn, control: Drawn): boolean {
    const { width, height } = shared(text.visible, control.visible)
    if (width <= 2 || height <= 3) return false
    if (isWithin(text.element, control.element) || isLabelOf(text.element, control.element)) return false
    return !isInsideInput(text.element, control)
  }

  function overlapsText(text: Drawn, other: Drawn): boolean {
    const { width, height } = shared(text.visible, other.visible)
    if (width <= 3 || height <= 0) return false
    if (height <= TEXT_OVERLAP * Math.min(text.rect.height, other.rect.height)) return false
    return text.words !== other.words || text.element !== other.element
  }

  function checkOverlaps(texts: Drawn[], controls: Drawn[]): void {
    const layers = new Map([...texts, ...controls].map(({ element }) => [element, layerOf(element)]))
    const note = (text: Drawn, other: Drawn) => {
      if (layers.get(text.element) === layers.get(other.element))
        report(`overlaps "${other.words.trim().slice(0, 30)}"`, text.words, text.element)
    }
    // A badge may cover a part of a picture that can be pressed.
    const isPicture = ({ element }: Drawn) =>
      element.querySelector('img') !== null && !texts.some((text) => element.contains(text.element))
    const covered = controls.filter((control) => !isPicture(control))
    for (const [index, text] of texts.entries()) {
      for (const control of covered) if (overlapsControl(text, control)) note(text, control)
      for (const other of texts.slice(index + 1)) if (overlapsText(text, other)) note(text, other)
    }
  }

  const belongsTo = (found: Element | null, control: Element): boolean => {
    if (!found) return false
    const labels = [...((control as HTMLInputElement).labels ?? [])]
    return [control, ...labels].some((own) => own.contains(found) || (found !== root && found.contains(own)))
  }

  function checkReach(controls: Drawn[]): void {
    for (const { element, words } of controls) {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const rect = element.getClientRects()[0] ?? element.getBoundingClientRect()
      const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2]
      const found = document.elementFromPoint(x, y)
      if (belongsTo(found, element)) continue
      if (found?.closest(POPUPS) && !element.closest(POPUPS)) continue
      const cover = found ? describeElement(found) : 'the edge of the screen'
      report(`cannot be reached behind ${cover}`, words, element)
    }
    scrollTo(0, 0)
  }

  if (root.localName === 'dialog') {
    const { left, right, top, bottom } = root.getBoundingClientRect()
    const isBeyond = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
    if (isBeyond) report('beyond the screen', 'the dialog itself', root)
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth + 1)
    report('beyond the screen', 'the page scrolls to its side', document.body)
  const [texts, controls] = [drawnTexts(), drawnControls()]
  for (const text of texts) checkEdges(text, text.element)
  for (const control of controls) checkEdges(control, control.element.parentElement)
  checkWords(texts)
  checkOverlaps(texts, controls)
  checkReach(controls)
  return [...faults]
}
