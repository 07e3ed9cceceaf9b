import { type RefObject, useEffect } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'

interface SendButtonProps {
  ref: RefObject<HTMLButtonElement | null>
  text: string
  /** Text while the form is being sent; undefined otherwise. */
  busy: string | undefined
}

/** Sends its form when it is pressed, or by Ctrl+Enter or Cmd+Enter from everywhere. */
export function SendButton({ ref, text, busy }: SendButtonProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      // The Enter that opened the dialog may still be held, and the focus is on this button by now.
      if (event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
      if (event.repeat || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      ref.current?.form?.requestSubmit()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [ref])
  return (
    <Button
      ref={ref}
      type="submit"
      look="primary"
      aria-disabled={busy !== undefined}
      aria-keyshortcuts="Control+Enter Meta+Enter"
    >
      {busy ?? text}
      {busy === undefined && (
        <kbd aria-hidden="true" className="staff-key">
          Ctrl+Enter
        </kbd>
      )}
    </Button>
  )
}
