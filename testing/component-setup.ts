import { beforeAll } from 'vitest'

/** jsdom draws no dialogs: here they open, close and emit their events. */
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

beforeAll(async () => {
  // Most tests have no document, and need none of this.
  if (typeof document === 'undefined') return
  openDialogs()
  // Nor does it scroll.
  Element.prototype.scrollIntoView = () => undefined
  const { configure } = await import('@testing-library/dom')
  // Components load parts of themselves when they need them, which takes long beside other tests on a small machine.
  configure({ asyncUtilTimeout: 10_000 })
})

/** jsdom lays nothing out, so nothing ever comes into sight. */
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
globalThis.IntersectionObserver = NothingInSight

// The client loads these addresses with its first call: in time that a test sets forward they would never come.
await import('#web/platform/api/signed-in-addresses.ts')
