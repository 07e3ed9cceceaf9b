import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { moveItem } from './photo-entries.ts'
import { type Box, positionAt } from './position-at.ts'

const MOTION_MILLISECONDS = 180
/** The page begins to scroll when the pointer is this near to the edge of the screen. */
const EDGE_PIXELS = 72
const SCROLL_PIXELS = 14

const boxOf = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Box => ({
  left: offsetLeft,
  top: offsetTop,
  width: offsetWidth,
  height: offsetHeight,
})

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function slide(element: HTMLElement, from: Box): void {
  const to = boxOf(element)
  const [x, y] = [from.left - to.left, from.top - to.top]
  if ((x === 0 && y === 0) || prefersReducedMotion()) return
  element.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], {
    duration: MOTION_MILLISECONDS,
    easing: 'ease-out',
  })
}

/**
 * Animates every tile to its new place when the order changes. The returned function sets where a tile's animation
 * starts, if that is not its previous place.
 */
function useSlides(keys: readonly string[], elementOf: (key: string) => HTMLElement | undefined) {
  const boxes = useRef(new Map<string, Box>())
  const from = useRef(new Map<string, Box>())
  const last = useRef('')
  useLayoutEffect(() => {
    const isChanged = last.current !== keys.join()
    last.current = keys.join()
    for (const key of keys) {
      const element = elementOf(key)
      const before = from.current.get(key) ?? (isChanged ? boxes.current.get(key) : undefined)
      if (element && before) slide(element, before)
      if (element) boxes.current.set(key, boxOf(element))
    }
    from.current.clear()
  })
  return (key: string, box: Box) => from.current.set(key, box)
}

function scrollAtEdges(y: number): void {
  if (y < EDGE_PIXELS) scrollBy(0, -SCROLL_PIXELS)
  if (y > innerHeight - EDGE_PIXELS) scrollBy(0, SCROLL_PIXELS)
}

function useEscape(work: () => void): void {
  const end = useEffectEvent(work)
  useEffect(() => {
    const escape = ({ key }: KeyboardEvent) => key === 'Escape' && end()
    addEventListener('keydown', escape)
    return () => removeEventListener('keydown', escape)
  }, [])
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value))

const clampBox = (list: { width: number; height: number }, box: Box): Box => ({
  ...box,
  left: clamp(box.left, list.width - box.width),
  top: clamp(box.top, list.height - box.height),
})

interface Grab {
  key: string
  element: HTMLElement
  /** Offset from the tile's corner to the pointer. */
  x: number
  y: number
  /** The tile's box under the pointer. */
  wanted: Box
  /** The slot nearest to that box. The last move may not be drawn yet when the pointer lets go. */
  index: number
}

interface Drag {
  key: string
  index: number
  /** The boxes of all tiles when the drag began. */
  slots: readonly Box[]
}

const translation = (from: Box, to: Box) => `${to.left - from.left}px ${to.top - from.top}px`

/** The box of the dragged tile under the pointer, limited to its list. */
function wantedBox({ clientX, clientY }: PointerEvent, { element, x, y }: Grab, list: HTMLElement): Box {
  const corner = list.getBoundingClientRect()
  return clampBox(corner, {
    ...boxOf(element),
    left: clientX - x - corner.left,
    top: clientY - y - corner.top,
  })
}

/** A tile's displacement while another is dragged, as a CSS translation; the pointer moves the dragged one. */
function shiftIn(keys: readonly string[], order: readonly string[], key: string, drag?: Drag) {
  if (!drag || key === drag.key) return undefined
  const [home, slot] = [drag.slots[keys.indexOf(key)], drag.slots[order.indexOf(key)]]
  return home && slot ? translation(home, slot) : undefined
}

/**
 * Lets people drag the tiles of a list by a handle, with a mouse, pen or finger. During a drag the list keeps its
 * order, because a moved element loses the pointer; the other tiles only appear displaced.
 */
export function useDragOrder(keys: readonly string[], onMove: (key: string, index: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const grab = useRef<Grab>(null)
  const [drag, setDrag] = useState<Drag>()
  const order = drag ? moveItem(keys, keys.indexOf(drag.key), drag.index) : keys
  const elementOf = (key: string) => list.current?.children[keys.indexOf(key)] as HTMLElement | undefined
  const comesFrom = useSlides(keys, elementOf)

  function end(isDropped: boolean) {
    if (!drag || !grab.current) return
    const { key, element, wanted, index } = grab.current
    grab.current = null
    element.style.removeProperty('translate')
    for (const other of keys) {
      const slot = other === key ? wanted : drag.slots[order.indexOf(other)]
      if (slot) comesFrom(other, slot)
    }
    setDrag(undefined)
    if (isDropped && keys.indexOf(key) !== index) onMove(key, index)
  }

  useEscape(() => end(false))

  function begin(key: string, event: PointerEvent<HTMLElement>) {
    const element = elementOf(key)
    if (!element || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const corner = element.getBoundingClientRect()
    const [x, y] = [event.clientX - corner.left, event.clientY - corner.top]
    const index = keys.indexOf(key)
    grab.current = { key, element, x, y, wanted: boxOf(element), index }
    setDrag({ key, index, slots: keys.flatMap((one) => elementOf(one) ?? []).map(boxOf) })
  }

  function follow(event: PointerEvent) {
    if (!drag || !grab.current || !list.current) return
    scrollAtEdges(event.clientY)
    const wanted = wantedBox(event, grab.current, list.current)
    const index = positionAt(wanted, drag.slots)
    grab.current.element.style.translate = translation(boxOf(grab.current.element), wanted)
    Object.assign(grab.current, { wanted, index })
    setDrag({ ...drag, index })
  }

  return {
    list,
    dragged: drag?.key,
    /** A tile's visible position, counted from 0. */
    positionOf: (key: string) => order.indexOf(key),
    shiftOf: (key: string) => shiftIn(keys, order, key, drag),
    handleOf: (key: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(key, event),
      onPointerMove: follow,
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
  }
}
