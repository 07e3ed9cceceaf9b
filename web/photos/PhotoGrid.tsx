import { type KeyboardEvent, useState } from 'react'
import type { PhotoEntry } from './photo-entries.ts'
import { PhotoTile } from './PhotoTile.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { useStableFocus } from './use-stable-focus.ts'

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

interface PhotoGridProps {
  entries: readonly PhotoEntry[]
  onMove: (key: string, index: number) => void
  onEdit: (key: string) => void
  onRemove: (key: string) => void
  onRetry: (key: string) => void
}

/** Ordered photos; people reorder them by dragging, with buttons or with arrow keys. */
export function PhotoGrid({ entries, onMove, onEdit, onRemove, onRetry }: PhotoGridProps) {
  const keys = entries.map((entry) => entry.key)
  const [status, setStatus] = useState('')
  const { list, dragged, positionOf, shiftOf, handleOf } = useDragOrder(keys, move)
  const holdFocus = useStableFocus(keys)

  function move(key: string, index: number) {
    const from = keys.indexOf(key)
    if (index < 0 || index >= keys.length || index === from) return
    setStatus(`Photo ${from + 1} moved to place ${index + 1} of ${keys.length}`)
    onMove(key, index)
  }

  function step(key: string, by: number, control: string) {
    holdFocus(key, control)
    move(key, keys.indexOf(key) + by)
  }

  function stepByKey(key: string, event: KeyboardEvent) {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(key, by, 'handle')
  }

  return (
    <>
      <ul ref={list} className="photo-grid" data-dragging={dragged !== undefined || undefined}>
        {entries.map((entry, index) => (
          <PhotoTile
            key={entry.key}
            entry={entry}
            index={index}
            count={entries.length}
            shownPosition={positionOf(entry.key)}
            isDragged={dragged === entry.key}
            shift={shiftOf(entry.key)}
            handle={{ ...handleOf(entry.key), onKeyDown: (event) => stepByKey(entry.key, event) }}
            onStep={(by, control) => step(entry.key, by, control)}
            onEdit={() => onEdit(entry.key)}
            onRetry={() => onRetry(entry.key)}
            onRemove={() => {
              holdFocus(entry.key, 'remove')
              setStatus(`Photo ${index + 1} removed`)
              onRemove(entry.key)
            }}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {status}
      </p>
    </>
  )
}
