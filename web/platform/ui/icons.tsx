export interface IconProps {
  className?: string
}

interface LineProps extends IconProps {
  d: string
  strokeWidth?: string
}

/** An icon of lines on a grid of 24 by 24, in the colour of the text. */
export const Icon = ({ d, className = 'size-6', strokeWidth = '1.8' }: LineProps) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
    aria-hidden="true"
  >
    <path d={d} />
  </svg>
)

export const icon =
  (d: string, usual?: string) =>
  ({ className = usual }: IconProps) => <Icon d={d} className={className} />

export const HomeIcon = icon('M4 11l8-7 8 7v9h-5v-6H9v6H4z')
export const PersonIcon = icon('M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6')
export const PlusIcon = icon('M12 6v12M6 12h12')
export const MenuIcon = icon('M4 6h16M4 12h16M4 18h16')
export const CloseIcon = icon('M6 6l12 12M18 6L6 18')
export const SearchIcon = icon('M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4.5 4.5')
export const LocationIcon = icon(
  'M12 21c4-4.6 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2.5 6.4 6.5 11zM9.7 10a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0',
)
export const FilterIcon = icon(
  'M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M6 17a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
)
export const BellIcon = icon('M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20a2.2 2.2 0 0 0 4 0')
export const MessageIcon = icon('M4 5h16v11H9l-5 4z')
export const HeartIcon = icon(
  'M12 20s-7.5-4.7-7.5-10.2A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 2.8C19.5 15.3 12 20 12 20z',
)
export const ShareIcon = icon('M12 15V4m0 0L8 8m4-4l4 4M5 13v6h14v-6')
export const ChevronIcon = ({ direction }: { direction: 'left' | 'right' }) => (
  <Icon d={direction === 'left' ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'} />
)
export const ExpandIcon = icon('M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5')
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7.5')
