import type { ReactNode } from 'react'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import { HeartIcon, MessageIcon } from '#web/platform/ui/icons.tsx'
import { EyeIcon } from './dashboard-icons.tsx'

interface FigureProps {
  icon: ReactNode
  count: number
  /** Name of the counted thing, in the singular and the plural. */
  names: readonly [string, string]
}

function Figure({ icon, count, names }: FigureProps) {
  if (count === 0) return null
  return (
    <li className="inline-flex items-center gap-1.5">
      {icon}
      {count.toLocaleString('en')}
      <span className="sr-only">{` ${names[count === 1 ? 0 : 1]}`}</span>
    </li>
  )
}

/** How often people looked at a listing, saved it and wrote about it; a zero tells the seller nothing. */
export function ListingFigures({ figures }: { figures: OwnProductCard['figures'] }) {
  const { views, favourites, conversations } = figures
  if (views + favourites + conversations === 0) return null
  return (
    <ul aria-label="Figures" className="flex gap-4 py-3 text-sm text-muted">
      <Figure icon={<EyeIcon className="size-5" />} count={views} names={['view', 'views']} />
      <Figure
        icon={<HeartIcon className="size-5" />}
        count={favourites}
        names={['favourite', 'favourites']}
      />
      <Figure icon={<MessageIcon className="size-5" />} count={conversations} names={['chat', 'chats']} />
    </ul>
  )
}
