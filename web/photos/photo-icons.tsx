import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-5 shrink-0"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const CameraIcon = () => (
  <Icon>
    <path d="M4 8h3.500l1.500-2.500h6L16.500 8H20v11H4z" />
    <circle cx="12" cy="13" r="3.200" />
  </Icon>
)

export const PicturesIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM4 16l4.500-4.500 3.500 3.500 3-3 5 5" />
    <circle cx="15" cy="9.500" r="1.300" />
  </Icon>
)

export const HandleIcon = () => (
  <Icon>
    <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="3" />
  </Icon>
)

export const ArrowIcon = ({ towards }: { towards: 'front' | 'end' }) => (
  <Icon>
    <path d={towards === 'front' ? 'M20 12H5m6-6l-6 6 6 6' : 'M4 12h15m-6-6l6 6-6 6'} />
  </Icon>
)

export const EditIcon = () => (
  <Icon>
    <path d="M5 19l1-4L16.500 4.500l3 3L9 18zM14 7l3 3" />
  </Icon>
)

export const RemoveIcon = () => (
  <Icon>
    <path d="M5 7h14M10 7V4.500h4V7M7 7l.8 12.500h8.400L17 7M10.500 11v5M13.500 11v5" />
  </Icon>
)

export const TurnIcon = ({ direction }: { direction: 'left' | 'right' }) => (
  <Icon>
    <path
      d={direction === 'left' ? 'M4 5v5h5M4.500 10a8 8 0 1 1-.5 4' : 'M20 5v5h-5M19.500 10a8 8 0 1 0 .5 4'}
    />
  </Icon>
)
