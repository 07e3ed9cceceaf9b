import { icon } from '#web/platform/ui/icons.tsx'

/** Icons for the seller's pages only, so that public pages need not load them. */
export const SettingsIcon = icon(
  'M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M10.3 3.5h3.4l.5 2.4 1.7 1 2.3-.8 1.7 3-1.8 1.6v2.6l1.8 1.6-1.7 3-2.3-.8-1.7 1-.5 2.4h-3.4l-.5-2.4-1.7-1-2.3.8-1.7-3 1.8-1.6v-2.6l-1.8-1.6 1.7-3 2.3.8 1.7-1z',
)
export const EyeIcon = icon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0',
)
export const MoreIcon = icon('M5.5 12h.01M12 12h.01M18.5 12h.01')
