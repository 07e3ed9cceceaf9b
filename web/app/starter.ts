import type { EarlyTouches } from './early-touches.ts'

/**
 * Part of every page's HTML, so that it runs before anybody touches the page. It starts the page's code: at
 * once if the page is only an outline, otherwise after the first view has been drawn or at the first touch,
 * key or focus. It records touches until then, and early-touches.ts repeats them.
 */
const { entry = '', chunks = '', styles = '', waits, notice } = document.currentScript?.dataset ?? {}

/**
 * Tells the styles from the first moment on what only this device knows: a notice that was dismissed takes no room
 * (SiteNotice.tsx), a member needs no introduction, and the home page leaves room for the viewer's rows (own-rows.ts).
 */
function markDevice() {
  const { dataset, style } = document.documentElement
  const stored = (name: string) => localStorage.getItem(`sankofa.${name}`)
  try {
    if (notice && stored('notice') === notice) dataset.noticeDismissed = ''
    if (stored('session')) dataset.member = ''
    style.setProperty('--own-rows', stored('own-rows'))
  } catch {
    // If the browser refuses the storage, the page is that of a first visit.
  }
}
markDevice()

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

/**
 * Code may render elements for which the first view has no styles. A stylesheet that fails to load must not
 * stop it.
 */
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
  // The data that the code starts from is at the end of the page.
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

/** A page in the background draws no frame, so this starts the code anyway. */
const LATEST_MS = 1000

/** The pictures that `load` waited for are drawn with the second frame at the latest. */
function startOnceDrawn() {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
  setTimeout(start, LATEST_MS)
}

if (waits === undefined) start()
else addEventListener('load', startOnceDrawn)
