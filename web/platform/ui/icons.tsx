import type { ReactNode } from 'react'

export function Icon({ children, className = 'size-6' }: { children: ReactNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

interface IconProps {
  className?: string
}

export const MenuIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
)

export const SearchIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </Icon>
)

export const PlaceIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 21c4-4.6 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2.5 6.4 6.5 11z" />
    <circle cx="12" cy="10" r="2.3" />
  </Icon>
)

export const FilterIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4 7h9m5 0h2M4 17h2m5 0h9" />
    <circle cx="15.5" cy="7" r="2.5" />
    <circle cx="8.5" cy="17" r="2.5" />
  </Icon>
)

export const BellIcon = () => (
  <Icon>
    <path d="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20a2.2 2.2 0 0 0 4 0" />
  </Icon>
)

export const MessageIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4 5h16v11H9l-5 4z" />
  </Icon>
)

export const HeartIcon = () => (
  <Icon>
    <path d="M12 20s-7.5-4.7-7.5-10.200A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 2.800C19.5 15.3 12 20 12 20z" />
  </Icon>
)

export const ShareIcon = () => (
  <Icon>
    <path d="M12 15V4m0 0L8 8m4-4l4 4M5 13v6h14v-6" />
  </Icon>
)

export const ChevronIcon = ({ direction }: { direction: 'left' | 'right' }) => (
  <Icon>
    <path d={direction === 'left' ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'} />
  </Icon>
)

export const ExpandIcon = () => (
  <Icon>
    <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
  </Icon>
)

export const CheckIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5 12.500l4.5 4.500L19 7.5" />
  </Icon>
)
