import { afterAll, afterEach, beforeEach, vi } from 'vitest'

/** jsdom has no dialogs: here they open, close and emit their events. */
function openDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
    this.querySelector('button')?.focus()
    this.dispatchEvent(new Event('toggle'))
  }
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}

/** jsdom has no layout, so no element ever becomes visible. */
class NothingInSight implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly observe = () => undefined
  readonly unobserve = () => undefined
  readonly disconnect = () => undefined
  readonly takeRecords = () => []
}

/**
 * jsdom evaluates its style sheet at every look-up. Similar elements share their styles unless something
 * distinguishes them.
 */
function rememberStyles(): void {
  // The files of a worker share the window, so the first one did this for all.
  if (window.getComputedStyle.name === 'rememberedStyle') return
  const compute = window.getComputedStyle.bind(window)
  const known = new Map<string, CSSStyleDeclaration>()

  function remembering(style: CSSStyleDeclaration): CSSStyleDeclaration {
    const values = new Map<string | symbol, unknown>()
    const get = (name: string | symbol, read: () => unknown) => {
      if (!values.has(name)) values.set(name, read())
      return values.get(name)
    }
    const getPropertyValue = (name: string) => get(name, () => style.getPropertyValue(name))
    return new Proxy(style, {
      get: (_, name) =>
        name === 'getPropertyValue' ? getPropertyValue : get(name, () => Reflect.get(style, name, style)),
    })
  }

  const isInPopover = (element: Element | null): boolean =>
    element !== null && (element.hasAttribute('popover') || isInPopover(element.parentElement))

  /** The attributes that distinguish an element and its ancestors. */
  const settingsOf = (element: Element | null): string[] =>
    element === null
      ? []
      : [
          ...settingsOf(element.parentElement),
          ...['style', 'hidden'].flatMap((name) => {
            const value = element.getAttribute(name)
            return value === null ? [] : `${element.localName} ${name}=${value}`
          }),
        ]

  window.getComputedStyle = function rememberedStyle(element, pseudo) {
    // No attribute shows whether a popover is open.
    if (isInPopover(element)) return compute(element, pseudo)
    const settings = settingsOf(element)
    const own = [element.localName, element.getAttribute('type'), element.hasAttribute('open'), pseudo]
    const isSet = element.hasAttribute('style') || element.hasAttribute('hidden')
    const kind = [...own, isSet, ...settings].join(' ')
    const style = known.get(kind) ?? remembering(compute(element, pseudo))
    known.set(kind, style)
    return style
  }
}

/** jsdom finds the labels of a control by searching the whole document for each label. */
function findLabelsFast(): void {
  for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        const isOwn = (label: HTMLLabelElement) =>
          label.htmlFor
            ? label.htmlFor === this.id && document.getElementById(this.id) === this
            : label.contains(this) && label.control === this
        return [...document.getElementsByTagName('label')].filter(isOwn)
      },
    })
}

/** React's development build records a stack trace for each element, only for its warnings. */
async function traceNoOwners(): Promise<void> {
  const react = await import('react')
  const internals = Object.entries(react).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]
  const most = { configurable: true, get: () => Infinity, set: () => undefined }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', most)
}

/** Files share the document: each test leaves it like a new tab of a new browser. */
async function prepareDocument(): Promise<void> {
  openDialogs()
  rememberStyles()
  findLabelsFast()
  await traceNoOwners()
  // jsdom does not scroll either.
  Element.prototype.scrollIntoView = () => undefined
  const { cleanup, configure } = await import('@testing-library/react')
  const { stubDevice } = await import('./memory-store.ts')
  const { dismissToast, toastStore } = await import('#web/platform/ui/toasts/toast.ts')
  // Components load code on demand, which is slow beside other tests on a small machine.
  configure({ asyncUtilTimeout: 10_000 })
  beforeEach(() => void stubDevice())
  afterEach(() => {
    cleanup()
    for (const { id } of toastStore.read()) dismissToast(id)
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
    // jsdom's own properties are inherited, so own properties come from a test.
    for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name)
  })
}

globalThis.IntersectionObserver = NothingInSight

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
// Files share a worker, because starting a document for each took longer than their tests. The modules' state
// and replaced modules are not shared.
afterAll(() => void vi.resetModules())

// The following setup is for components: other tests have no document.
if (typeof document !== 'undefined') await prepareDocument()

// The client loads these addresses with its first call, which would never finish with a fake clock.
await import('#web/platform/api/signed-in-addresses.ts')
