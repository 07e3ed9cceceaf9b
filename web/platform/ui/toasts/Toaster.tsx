import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { dismissToast, type Toast, toastStore } from './toast.ts'

const NONE: readonly Toast[] = []

function takeBack(id: number, undo: () => void) {
  dismissToast(id)
  undo()
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/**
 * Toasts are at the end of the page, far from the keyboard's focus, so the usual undo keys work from
 * anywhere.
 */
function useUndoKeys(toasts: readonly Toast[]) {
  const last = toasts.find(({ undo }) => undo)
  useEffect(() => {
    const { id, undo } = last ?? {}
    if (id === undefined || !undo) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || event.repeat || isTextField(event.target)) return
      // The dialog may be about something else.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      takeBack(id, undo)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [last])
}

export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => NONE)
  useUndoKeys(toasts)
  return (
    <div role="status" className="toasts">
      {toasts.map(({ id, title, detail, link, undo }) => (
        <div key={id} className="card flex items-start gap-2 raised py-2 pr-1 pl-4">
          <p className="flex-1 py-1.5 text-sm">
            <strong className="block">{title}</strong>
            {detail && <span className="text-muted">{detail}</span>}
          </p>
          {link && (
            <Link
              to={link[0]}
              className="link inline-flex min-h-11 items-center px-1 text-sm"
              onClick={() => dismissToast(id)}
            >
              {link[1]}
            </Link>
          )}
          {undo && (
            <Button aria-keyshortcuts="Control+Z" look="text" onClick={() => takeBack(id, undo)}>
              Undo
            </Button>
          )}
          <Button aria-label="Dismiss" look="icon" onClick={() => dismissToast(id)}>
            <CloseIcon />
          </Button>
        </div>
      ))}
    </div>
  )
}
