import { type ComponentProps, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useBackCloses } from '#web/platform/router/use-back-closes.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon } from '#web/platform/ui/icons.tsx'

const WIDTHS = { narrow: 'w-88', normal: 'w-md', wide: 'w-160' }

interface DialogProps extends Pick<ComponentProps<'dialog'>, 'role' | 'closedby' | 'onClose'> {
  title: string
  /** Description that screen readers say together with the title. */
  text?: string
  width?: keyof typeof WIDTHS
  /** Puts the title into a bar with a close button, above content that reaches to the edges. */
  hasBar?: boolean
  /** On a phone the dialog comes from the bottom, where the thumb is. */
  isSheet?: boolean
  children: ReactNode
}

/** The dialog that contains the event's element; closing it returns the focus. */
export const dialogOf = ({ currentTarget }: SyntheticEvent<HTMLElement>) => currentTarget.closest('dialog')

/**
 * A modal dialog that is open while it is rendered. It is rendered at the end of <body>, so that no style of
 * its parents applies. Back closes it, and so does a click beside it unless `closedby` forbids that.
 */
export function Dialog({
  title,
  text,
  width = 'normal',
  hasBar = false,
  isSheet,
  children,
  ...rest
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  useBackCloses(true, () => dialog.current?.close())
  const heading = (
    <h2 id={id} className="text-lg font-bold">
      {title}
    </h2>
  )
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={id}
      aria-describedby={text && `${id}-text`}
      closedby="any"
      className={`dialog ${isSheet ? 'sheet-dialog' : WIDTHS[width]} ${hasBar ? '' : 'p-5'}`}
      {...rest}
    >
      {hasBar ? (
        <div className="flex items-center justify-between border-b border-line py-1 pr-2 pl-4">
          {heading}
          <Button aria-label="Close" look="icon" onClick={(event) => dialogOf(event)?.close()}>
            <CloseIcon />
          </Button>
        </div>
      ) : (
        heading
      )}
      {text && (
        <p id={`${id}-text`} className="mt-2">
          {text}
        </p>
      )}
      {children}
    </dialog>,
    document.body,
  )
}
