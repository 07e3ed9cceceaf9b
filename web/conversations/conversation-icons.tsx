import type { Reaction } from '#contract/selling/choices.ts'
import { Icon, icon } from '#web/platform/ui/icons.tsx'

export const SendIcon = icon('M4 12l16-7.5-5 15.5-3.5-6.5zM11.5 13.5L20 4.5')
export const ReactIcon = icon(
  'M19.5 9.5a8 8 0 1 1-6-5.3M8.5 14a4 4 0 0 0 6.5 0M9 9.5h.01M14.5 9.5h.01M19 2.5v5M16.5 5h5',
  'size-4',
)
export const ReadIcon = icon('M1.5 12.5L6 17l9.5-9.5M11 15.5l1.5 1.5L22 7.5', 'size-4')
export const FlagIcon = icon('M6 21V4h12l-3 4.5l3 4.5H6')
export const CopyIcon = icon('M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4', 'size-5')
export const WaitingIcon = icon('M12 7.5v5l3 2M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0', 'size-4')
export const RefusedIcon = icon(
  'M12 7.5v5.5M12 16.3h.01M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0',
  'size-4',
)
export const DownIcon = icon('M12 5v13M6 12.5l6 6 6-6', 'size-4')

const LINES: Record<Reaction, string> = {
  thumbsup: 'M7 11v8H4v-8zM7 11l4-7a2 2 0 0 1 2 2v3.5h5a1.8 1.8 0 0 1 1.8 2.1l-1 6A2 2 0 0 1 16.8 19H7',
  heart: 'M12 20s-7.5-4.7-7.5-10.2A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 2.8C19.5 15.3 12 20 12 20z',
  smile: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M8.5 14a4 4 0 0 0 7 0M9 9.5h.01M15 9.5h.01',
  thumbsdown: 'M17 13V5h3v8zM17 13l-4 7a2 2 0 0 1-2-2v-3.5H6a1.8 1.8 0 0 1-1.8-2.1l1-6A2 2 0 0 1 7.2 5H17',
  warning: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.2h.01',
}

export const REACTION_TEXTS: Record<Reaction, string> = {
  thumbsup: 'Thumbs up',
  heart: 'Heart',
  smile: 'Smile',
  thumbsdown: 'Thumbs down',
  warning: 'Warning',
}

/** A drawing instead of an emoji, because devices draw emoji differently and some lack them. */
export const ReactionIcon = ({ reaction }: { reaction: Reaction }) => (
  <Icon className={`size-5 reaction-${reaction}`} d={LINES[reaction]} />
)
