/**
 * When somebody leaves a field, the page may move. If a finger or button is down, that would pull the pressed
 * control away and lose the press. The change therefore waits until the press has had its effect.
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

/** The click of a press belongs to the same task and must come first. */
const releaseSoon = () => void setTimeout(release)

function press() {
  isPressed = true
}

/** Call it once a form is shown; before that, nobody can leave a field. */
export function followPresses(): void {
  if (isFollowed) return
  isFollowed = true
  // The finger of a tap is already up when its mouse events come.
  for (const name of ['pointerdown', 'mousedown']) addEventListener(name, press, { capture: true })
  for (const name of ['pointerup', 'pointercancel', 'mouseup', 'click', 'contextmenu', 'dragend'])
    addEventListener(name, releaseSoon, { capture: true })
  // The change must come before a form is sent. Any other click has its effect first: a box that is drawn
  // again during a click would lose its tick.
  for (const name of ['submit', 'keydown']) addEventListener(name, release, { capture: true })
}

/** Acts at once, or after the current press. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
