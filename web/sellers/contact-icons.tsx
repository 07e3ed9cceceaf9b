import { icon } from '#web/platform/ui/icons.tsx'

export const MailIcon = icon('M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5')
export const VideoIcon = icon('M3.5 7h11v10h-11zM14.5 11l6-3v8l-6-3')
export const CardIcon = icon(
  'M3.5 5.5h17v13h-17zM13.5 10h4M13.5 13.5h4M6.5 15.5a2.5 2.5 0 0 1 5 0M7.5 10.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0',
)
