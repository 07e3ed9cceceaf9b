export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const middleOf = ({ left, top, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 })

/** The slot nearest to the dragged box, counted from 0. */
export function positionAt(dragged: Box, slots: readonly Box[]): number {
  const middle = middleOf(dragged)
  const distances = slots.map((box) => {
    const { x, y } = middleOf(box)
    return (x - middle.x) ** 2 + (y - middle.y) ** 2
  })
  return distances.indexOf(Math.min(...distances))
}
