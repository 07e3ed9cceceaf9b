import { useSyncExternalStore } from 'react'
import { CloseIcon } from './icons.tsx'
import { Link } from './Link.tsx'
import { dismissToast, type Toast, toastStore } from './toast.ts'

const NONE: readonly Toast[] = []

export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => NONE)
  return (
    <div role="status" className="toasts">
      {toasts.map(({ id, title, detail, link }) => (
        <div key={id} className="card flex items-start gap-2 py-2 pr-1 pl-4 shadow-card">
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
          <button type="button" aria-label="Dismiss" className="icon-button" onClick={() => dismissToast(id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  )
}
