import { type RefObject, useId } from 'react'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import type { TakenStatus } from './SoldDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'

interface ListingStatusMenuProps {
  listing: OwnProductCard
  trigger: RefObject<HTMLButtonElement | null>
  onTaken: (status: TakenStatus) => void
  onAvailable: () => void
}

/** The statuses that a listing can change to. */
export function ListingStatusMenu({ listing, trigger, onTaken, onAvailable }: ListingStatusMenuProps) {
  const menu = useId()
  const { status } = listing
  const anchor = `--status-${listing.id}`
  const option = {
    className: 'flex min-h-11 w-full items-center rounded-card px-3 text-left hover:bg-sunken',
    popoverTarget: menu,
    popoverTargetAction: 'hide',
  } as const
  return (
    <>
      <Button
        ref={trigger}
        popoverTarget={menu}
        aria-label={`Change status of ${listing.title}`}
        look="text"
        style={{ anchorName: anchor }}
      >
        Change status
      </Button>
      <div id={menu} popover="auto" className="card raised card-menu p-2" style={{ positionAnchor: anchor }}>
        {status !== 'sold' && (
          <button type="button" {...option} onClick={() => onTaken('sold')}>
            Mark as sold
          </button>
        )}
        {status === 'available' && (
          <button type="button" {...option} onClick={() => onTaken('reserved')}>
            Mark as reserved
          </button>
        )}
        {status !== 'available' && (
          <button type="button" {...option} onClick={onAvailable}>
            Make available again
          </button>
        )}
      </div>
    </>
  )
}
