import { icon } from '#web/platform/ui/icons.tsx'

export const PhoneIcon = icon(
  'M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5.5a2 2 0 0 1 2-2z',
)
export const MailIcon = icon('M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5')
export const VideoIcon = icon('M3.5 7h11v10h-11zM14.5 11l6-3v8l-6-3')
export const CardIcon = icon(
  'M3.5 5.5h17v13h-17zM13.5 10h4M13.5 13.5h4M6.5 15.5a2.5 2.5 0 0 1 5 0M7.5 10.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0',
)
export const WhatsAppIcon = icon(
  'M3.5 20.5l1.3-4.4A8.5 8.5 0 1 1 8 19.3zM8.8 8.2c-.6 3.6 3.4 7.6 7 7l.4-1.9-2.2-1-1 .9a5 5 0 0 1-2.2-2.2l.9-1-1-2.2z',
)
