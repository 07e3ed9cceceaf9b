import { icon } from '#web/platform/ui/icons.tsx'

export const PhoneIcon = icon(
  'M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5.5a2 2 0 0 1 2-2z',
)
export const WhatsAppIcon = icon(
  'M3.5 20.5l1.3-4.4A8.5 8.5 0 1 1 8 19.3zM8.8 8.2c-.6 3.6 3.4 7.6 7 7l.4-1.9-2.2-1-1 .9a5 5 0 0 1-2.2-2.2l.9-1-1-2.2z',
)
