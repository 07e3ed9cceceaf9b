import { Icon, icon } from '#web/platform/ui/icons.tsx'

const SIZE = 'size-5 shrink-0'

export const CameraIcon = icon(
  'M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4zM8.8 13a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0',
  SIZE,
)
export const PicturesIcon = icon(
  'M4 5h16v14H4zM4 16l4.5-4.5 3.5 3.5 3-3 5 5M13.7 9.5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0',
  SIZE,
)
export const HandleIcon = () => (
  <Icon className={SIZE} strokeWidth="3" d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />
)
export const ArrowIcon = ({ towards }: { towards: 'front' | 'end' }) => (
  <Icon className={SIZE} d={towards === 'front' ? 'M20 12H5m6-6l-6 6 6 6' : 'M4 12h15m-6-6l6 6-6 6'} />
)
export const EditIcon = icon('M5 19l1-4L16.5 4.5l3 3L9 18zM14 7l3 3', SIZE)
export const RemoveIcon = icon('M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5', SIZE)
export const TurnIcon = ({ direction }: { direction: 'left' | 'right' }) => (
  <Icon
    className={SIZE}
    d={direction === 'left' ? 'M4 5v5h5M4.5 10a8 8 0 1 1-.5 4' : 'M20 5v5h-5M19.5 10a8 8 0 1 0 .5 4'}
  />
)
