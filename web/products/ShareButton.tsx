import { useId } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { ShareIcon } from '#web/platform/ui/icons.tsx'
import { copyLink } from '#web/platform/ui/copy-link.ts'

interface ShareButtonProps {
  /** Full address, as others will open it. */
  url: string
  text: string
  /** Address of the picture for WhatsApp's Status. */
  statusPicture: string
}

const OPTION = 'flex min-h-11 w-full items-center rounded-card px-3 text-left hover:bg-sunken'

/** Opens the phone's own share sheet if there is one, otherwise a small menu. */
export function ShareButton({ url, text, statusPicture }: ShareButtonProps) {
  const menu = useId()

  function share(event: React.MouseEvent) {
    if (typeof navigator.share !== 'function') return
    event.preventDefault()
    // Visitors may close the sheet without sharing; that is no failure.
    navigator.share({ title: text, text, url }).catch(() => undefined)
  }

  return (
    <>
      <Button
        aria-label="Share"
        popoverTarget={menu}
        look="icon"
        className="share-button gallery-button"
        onClick={share}
      >
        <ShareIcon />
      </Button>
      <div id={menu} popover="auto" className="card raised share-menu p-2">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={OPTION}
        >
          Share to WhatsApp
        </a>
        <a href={statusPicture} target="_blank" rel="noopener" className={OPTION}>
          Picture for your Status
        </a>
        <button type="button" className={`${OPTION} noscript:hidden`} onClick={() => void copyLink(url)}>
          Copy link
        </button>
      </div>
    </>
  )
}
