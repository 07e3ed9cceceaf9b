import type { EarlyTouches } from './early-touches.ts'

/**
 * Stands in the HTML of every page, so that nothing is touched before it runs. It starts the page's code: at once
 * where the page is only an outline, else after the first view has been drawn or at the first touch, key or focus.
 * What is touched meanwhile is noted; early-touches.ts does it.
 */
const { entry = '', chunks = '', styles = '', waits, notice } = document.currentScript?.dataset ?? {}

/** A notice that was dismissed on this device takes no room, from the first moment on (SiteNotice.tsx). */
function hideDismissed() {
  try {
    if (localStorage.getItem('sankofa.notice') === notice)
      document.documentElement.dataset.noticeDismissed = ''
  } catch {
    // Storage is refused: it is shown.
  }
}
if (notice) hideDismissed()

const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'click', 'input', 'change']
const noted: EarlyTouches['noted'] = []
let isStarted = false

const addresses = (list: string) => list.split(' ').filter(Boolean)

function link(rel: string, href: string) {
  const element = document.createElement('link')
  element.rel = rel
  element.href = href
  document.head.append(element)
  return element
}

/** Code may draw what the first view has no styles for; a sheet that does not come must not hold it up for good. */
function start() {
  if (isStarted) return
  isStarted = true
  for (const href of [entry, ...addresses(chunks)]) link('modulepreload', href)
  const sheets = addresses(styles).map(
    (href) =>
      new Promise((done) => {
        const sheet = link('stylesheet', href)
        for (const end of ['load', 'error']) sheet.addEventListener(end, done)
      }),
  )
  const parsed =
    document.readyState === 'loading'
      ? new Promise((done) => addEventListener('DOMContentLoaded', done))
      : undefined
  // What the code starts from stands at the page's end.
  void Promise.all([parsed, ...sheets]).then(() => {
    const script = document.createElement('script')
    script.type = 'module'
    script.src = entry
    document.head.append(script)
  })
}

function note({ type, target }: Event) {
  start()
  if (target instanceof Element) noted.push([type, target])
}

for (const type of TOUCHES) addEventListener(type, note, { capture: true, passive: true })

window.earlyTouches = {
  noted,
  stop() {
    for (const type of TOUCHES) removeEventListener(type, note, { capture: true })
  },
}

/** A page that nobody sees draws no frame. */
const LATEST_MS = 1000

/** The pictures that `load` waited for are drawn with the second frame at the latest. */
function startOnceDrawn() {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
  setTimeout(start, LATEST_MS)
}

if (waits === undefined) start()
else addEventListener('load', startOnceDrawn)
