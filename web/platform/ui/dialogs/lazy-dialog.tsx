import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

/** Shows that the code of a tapped button did not load. */
export const showNotLoaded = () => showToast('We could not load this', 'Check your connection and try again.')

export interface LazyDialog<Props> {
  open: () => void
  /** Renders the dialog while it is open. */
  show: (props: Omit<Props, 'onClose'>) => ReactNode
}

/**
 * Makes the hook of a dialog whose code loads when somebody opens it; the dialog opens as soon as the code has
 * loaded.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  const Dialog = lazy(async () => ({ default: (await load()) as ComponentType<object> }))
  return function useLazyDialog(): LazyDialog<Props> {
    const [isOpen, setOpen] = useState(false)
    return {
      open: () => void load().then(() => setOpen(true), showNotLoaded),
      show: (props) =>
        isOpen && (
          <Suspense>
            <Dialog {...props} {...{ onClose: () => setOpen(false) }} />
          </Suspense>
        ),
    }
  }
}
