import { useEffect, useId, useRef } from 'react'

/** The alert of who chose more photos than there is room for. */
export function TooManyDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      className="photo-alert shadow-card"
      onClose={onClose}
    >
      <h2 id={id} className="text-lg font-bold">
        Too many images
      </h2>
      <p id={`${id}-text`} className="mt-2">
        {message}
      </p>
      <button
        type="button"
        className="button button-primary mt-4 w-full"
        onClick={() => dialog.current?.close()}
      >
        OK
      </button>
    </dialog>
  )
}
