import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'

interface ListingDialogProps {
  title: string
  children: ReactNode
  onClose: () => void
}

/** The dialog in which something happened; closing it hands the focus back. */
export const dialogOf = ({ currentTarget }: SyntheticEvent<HTMLElement>) => currentTarget.closest('dialog')

/** A question about one listing. */
export function ListingDialog({ title, children, onClose }: ListingDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      closedby="any"
      className="settings-dialog p-5 shadow-card"
      onClose={onClose}
    >
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
