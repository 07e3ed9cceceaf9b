import { useState } from 'react'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { useSiteNotice } from './site-notice.ts'

/** starter.ts also reads it and hides a dismissed notice before anything is drawn. */
const DISMISSED = 'sankofa.notice'

const LOOKS = { info: 'bg-accent-soft', warning: 'bg-gold-soft text-gold' }

/**
 * An administrator's notice above every page. After a person dismisses it, it stays hidden on this device.
 */
export function SiteNotice() {
  const notice = useSiteNotice()
  const now = useNow()
  const [dismissed, setDismissed] = useState<string>()
  if (!notice || notice.id === dismissed || Date.parse(notice.endsAt) <= now) return null
  const dismiss = () => {
    deviceStorage.set(DISMISSED, notice.id)
    setDismissed(notice.id)
  }
  return (
    <aside aria-label="Notice" className={`site-notice ${LOOKS[notice.kind]}`}>
      <div className="page flex items-center gap-2 text-sm">
        <p dir="auto" className="min-w-0 grow break-words">
          {notice.text}
        </p>
        <Button look="text" onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </aside>
  )
}
