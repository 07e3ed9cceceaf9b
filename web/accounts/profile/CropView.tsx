import { type PointerEvent, useEffect, useRef } from 'react'
import { type Crop, dragged } from './crop.ts'
import { drawSquare } from './draw-square.ts'

/** The canvas has more pixels than its size on the page, for screens with a higher density. */
const CANVAS_PIXELS = 576

interface CropViewProps {
  picture: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
}

/** The chosen square. People can drag it, or use the sliders beside it with a keyboard or unsteady hands. */
export function CropView({ picture, crop, onChange }: CropViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef({ x: 0, y: 0 })
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, crop)
  }, [picture, crop])

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = { x: event.clientX, y: event.clientY }
  }

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    const view = event.currentTarget
    if (!view.hasPointerCapture(event.pointerId)) return
    const by = { x: event.clientX - last.current.x, y: event.clientY - last.current.y }
    last.current = { x: event.clientX, y: event.clientY }
    onChange(dragged(picture, crop, by, view.clientWidth))
  }

  return (
    <canvas
      ref={canvas}
      width={CANVAS_PIXELS}
      height={CANVAS_PIXELS}
      role="img"
      aria-label="Your picture as others will see it"
      className="crop-view"
      onPointerDown={begin}
      onPointerMove={drag}
    />
  )
}
