const SCALE_MAX = 4
/** Scale after two quick taps. */
const SCALE_TAPPED = 2.5
const DOUBLE_TAP_MS = 300
const TAP_PIXELS = 24

interface View {
  scale: number
  x: number
  y: number
}

const WHOLE: View = { scale: 1, x: 0, y: 0 }

/** Keeps the photo over its frame: it moves at most by what is larger than the frame. */
export function within({ scale, x, y }: View, { width, height }: { width: number; height: number }): View {
  const shown = Math.min(Math.max(scale, 1), SCALE_MAX)
  const room = (size: number) => ((shown - 1) * size) / 2
  const limit = (value: number, size: number) => Math.min(Math.max(value, -room(size)), room(size))
  return { scale: shown, x: limit(x, width), y: limit(y, height) }
}

/** The view after the point under the fingers moved `from` one place `to` another and grew by a factor. */
export function zoomed(
  { scale, x, y }: View,
  factor: number,
  from: { x: number; y: number },
  to: { x: number; y: number },
): View {
  return { scale: scale * factor, x: to.x - (from.x - x) * factor, y: to.y - (from.y - y) * factor }
}

const distance = ([a, b]: PointerEvent[]) =>
  a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0

/** The photo of a row that is enlarged, if any. */
function enlargedPhoto(row: HTMLElement) {
  let photo: HTMLElement | undefined
  let view = WHOLE
  function show(next: View) {
    view = within(next, { width: row.clientWidth, height: row.clientHeight })
    const isWhole = view.scale === 1
    if (photo)
      photo.style.transform = isWhole ? '' : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
    // The row swipes only while the whole photo is shown.
    row.style.touchAction = isWhole ? 'pan-x' : 'none'
    row.style.overflowX = isWhole ? '' : 'hidden'
  }
  return {
    view: () => view,
    show,
    choose(other: HTMLElement) {
      if (other === photo) return
      show(WHOLE)
      photo = other
    },
  }
}

/** Tells the second of two quick taps on one place. */
function doubleTaps() {
  let last: { at: number; x: number; y: number } | undefined
  return ({ timeStamp: at, clientX: x, clientY: y }: PointerEvent): boolean => {
    const isSecond =
      last !== undefined && at - last.at < DOUBLE_TAP_MS && Math.hypot(x - last.x, y - last.y) < TAP_PIXELS
    last = isSecond ? undefined : { at, x, y }
    return isSecond
  }
}

/** The middle of the fingers, from the middle of the row. */
function middleOf(fingers: readonly PointerEvent[], { clientWidth, clientHeight }: HTMLElement) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    x: mean(fingers.map(({ clientX }) => clientX)) - clientWidth / 2,
    y: mean(fingers.map(({ clientY }) => clientY)) - clientHeight / 2,
  }
}

/** Lets two fingers enlarge a photo of a row as large as the screen, one finger move it, and two quick taps do both. */
export function followPinch(row: HTMLElement): void {
  const fingers = new Map<number, PointerEvent>()
  const enlarged = enlargedPhoto(row)
  const isSecondTap = doubleTaps()
  const state = () => {
    const all = [...fingers.values()]
    return { middle: middleOf(all, row), distance: distance(all) }
  }

  function begin(event: PointerEvent) {
    if (event.pointerType === 'mouse') return
    const photo = (event.target as Element).closest('.gallery-slide')?.querySelector('img')
    if (fingers.size === 0 && photo) enlarged.choose(photo)
    fingers.set(event.pointerId, event)
  }

  function move(event: PointerEvent) {
    if (!fingers.has(event.pointerId)) return
    const before = state()
    fingers.set(event.pointerId, event)
    if (fingers.size === 1 && enlarged.view().scale === 1) return
    const after = state()
    const factor = before.distance > 0 ? after.distance / before.distance : 1
    enlarged.show(zoomed(enlarged.view(), factor, before.middle, after.middle))
  }

  function end(event: PointerEvent) {
    if (!fingers.has(event.pointerId)) return
    const { middle } = state()
    if (event.type === 'pointerup' && fingers.size === 1 && isSecondTap(event))
      enlarged.show(enlarged.view().scale === 1 ? zoomed(WHOLE, SCALE_TAPPED, middle, middle) : WHOLE)
    fingers.delete(event.pointerId)
  }

  enlarged.show(WHOLE)
  row.addEventListener('pointerdown', begin)
  row.addEventListener('pointermove', move)
  row.addEventListener('pointerup', end)
  row.addEventListener('pointercancel', end)
}
