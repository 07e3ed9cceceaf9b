import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Accepts pictures pasted anywhere on the page while this part of it is visible. */
export function usePastedFiles(onFiles: (files: File[]) => void) {
  const area = useRef<HTMLElement>(null)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.defaultPrevented || area.current?.checkVisibility?.() === false) return
      event.preventDefault()
      take(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return area
}

/** Accepts files dropped anywhere on the area; `isOver` while files are dragged over it. */
export function useDroppedFiles(onFiles: (files: File[]) => void) {
  // Entering a child also leaves its parent, so only the balance shows where the pointer is.
  const [depth, setDepth] = useState(0)
  const ifFiles = (work: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    work(event)
  }
  const drop = (event: DragEvent) => {
    setDepth(0)
    onFiles([...event.dataTransfer.files])
  }
  return {
    isOver: depth > 0,
    handlers: {
      // Pictures of this area must not be dragged, least of all onto it.
      onDragStart: (event: DragEvent) => event.preventDefault(),
      onDragEnter: ifFiles(() => setDepth((now) => now + 1)),
      onDragLeave: ifFiles(() => setDepth((now) => Math.max(0, now - 1))),
      onDragOver: ifFiles(() => undefined),
      onDrop: ifFiles(drop),
    },
  }
}
