import type { ReactNode } from 'react'
import type { Reaction } from '#contract/selling/choices.ts'
import { Icon } from '#web/platform/ui/icons.tsx'

export const SendIcon = () => (
  <Icon>
    <path d="M4 12l16-7.500-5 15.500-3.500-6.500zM11.500 13.500L20 4.500" />
  </Icon>
)

export const PhotoIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM4 16l4.500-4.500 3.500 3.500 3-3 5 5" />
    <circle cx="15" cy="9.500" r="1.300" />
  </Icon>
)

export const ReactIcon = () => (
  <Icon className="size-4">
    <path d="M19.500 9.500a8 8 0 1 1-6-5.300M8.500 14a4 4 0 0 0 6.500 0M9 9.500h.01M14.500 9.500h.01M19 2.500v5M16.500 5h5" />
  </Icon>
)

export const SentIcon = () => (
  <Icon className="size-4">
    <path d="M5 12.500l4.500 4.500L19 7.500" />
  </Icon>
)

export const ReadIcon = () => (
  <Icon className="size-4">
    <path d="M1.500 12.500L6 17l9.500-9.500M11 15.500l1.500 1.500L22 7.500" />
  </Icon>
)

export const DownIcon = () => (
  <Icon className="size-4">
    <path d="M12 5v13M6 12.500l6 6 6-6" />
  </Icon>
)

const THUMB = (
  <path d="M7 11v8H4v-8zM7 11l4-7a2 2 0 0 1 2 2v3.500h5a1.800 1.800 0 0 1 1.800 2.100l-1 6A2 2 0 0 1 16.800 19H7" />
)

const SHAPES: Record<Reaction, ReactNode> = {
  thumbsup: THUMB,
  heart: (
    <path d="M12 20s-7.500-4.700-7.500-10.200A4.300 4.300 0 0 1 12 7a4.300 4.300 0 0 1 7.500 2.800C19.500 15.300 12 20 12 20z" />
  ),
  smile: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M8.500 14a4 4 0 0 0 7 0M9 9.500h.01M15 9.500h.01" />
    </>
  ),
  thumbsdown: <g transform="rotate(180 12 12)">{THUMB}</g>,
  warning: <path d="M12 4L2.800 20h18.400zM12 10v4.500M12 17.200h.01" />,
}

export const REACTION_TEXTS: Record<Reaction, string> = {
  thumbsup: 'Thumbs up',
  heart: 'Heart',
  smile: 'Smile',
  thumbsdown: 'Thumbs down',
  warning: 'Warning',
}

/** Drawn rather than written as a sign, which every device would show otherwise and some not at all. */
export const ReactionIcon = ({ reaction }: { reaction: Reaction }) => (
  <Icon className={`reaction-icon reaction-${reaction}`}>{SHAPES[reaction]}</Icon>
)
