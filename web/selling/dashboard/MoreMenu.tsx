import { type RefObject, useId } from 'react'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { MoreIcon } from './dashboard-icons.tsx'
import { listingName } from './listing-name.ts'

interface MoreMenuProps {
  listing: OwnProductCard
  trigger: RefObject<HTMLButtonElement | null>
  onDelete: () => void
}

/** Actions that cannot be taken back; a menu keeps them away from those of every day. */
export function MoreMenu({ listing, trigger, onDelete }: MoreMenuProps) {
  const name = listingName(listing)
  const menu = useId()
  const anchor = `--more-${listing.id}`
  return (
    <>
      <Button
        ref={trigger}
        popoverTarget={menu}
        aria-label={`More for ${name}`}
        look="icon"
        style={{ anchorName: anchor }}
      >
        <MoreIcon className="size-6 stroke-[2.6]" />
      </Button>
      <div
        id={menu}
        popover="auto"
        className="card raised card-menu more-menu p-2"
        style={{ positionAnchor: anchor }}
      >
        <button
          type="button"
          aria-label={`Delete ${name}`}
          aria-haspopup="dialog"
          className="flex min-h-11 w-full items-center rounded-card px-3 text-left text-danger hover:bg-sunken"
          popoverTarget={menu}
          popoverTargetAction="hide"
          onClick={onDelete}
        >
          Delete
        </button>
      </div>
    </>
  )
}
