import { Icon } from '#web/platform/ui/icons.tsx'

/** Of the seller's pages alone: the public pages need not load them. */
export const SettingsIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="3" />
    <path d="M10.300 3.500h3.400l.5 2.400 1.700 1 2.300-.8 1.700 3-1.800 1.600v2.600l1.800 1.600-1.700 3-2.300-.8-1.700 1-.5 2.400h-3.400l-.5-2.400-1.700-1-2.300.8-1.700-3 1.800-1.600v-2.600l-1.800-1.600 1.700-3 2.300.8 1.700-1z" />
  </Icon>
)

export const EyeIcon = ({ className }: { className?: string }) => (
  <Icon className={className}>
    <path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z" />
    <circle cx="12" cy="12" r="2.800" />
  </Icon>
)

export const FavouriteIcon = ({ className }: { className?: string }) => (
  <Icon className={className}>
    <path d="M12 20s-7.500-4.700-7.500-10.200A4.300 4.300 0 0 1 12 7a4.300 4.300 0 0 1 7.500 2.800C19.500 15.300 12 20 12 20z" />
  </Icon>
)
