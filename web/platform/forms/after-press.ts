/**
 * What leaving a field brings about may move the page. While a finger or button is down that would pull away what it
 * presses, and the press would count for nothing: so it waits until the press has had its effect.
 */
let isPressed = false
let isFollowed = false
let waiting: (() => void)[] = []

function release() {
  isPressed = false
  const ready = waiting
  waiting = []
  for (const act of ready) act()
}

/** Its click belongs to the same task. */
const releaseSoon = () => void setTimeout(release)

function press() {
  isPressed = true
}

/** To be called once a form is there; before it, nothing can be left. */
export function followPresses(): void {
  if (isFollowed) return
  isFollowed = true
  // A tap's finger is gone already when its mouse events come.
  for (const name of ['pointerdown', 'mousedown']) addEventListener(name, press, { capture: true })
  for (const name of ['pointerup', 'pointercancel', 'mouseup', 'click', 'contextmenu', 'dragend'])
    addEventListener(name, releaseSoon, { capture: true })
  // A form that is sent has to know what the field left behind. Any other click has its effect first: drawn anew in its
  // midst, a box would lose its tick.
  for (const name of ['submit', 'keydown']) addEventListener(name, release, { capture: true })
}

/** Acts at once, unless something is being pressed. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
