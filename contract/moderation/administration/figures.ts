/** The figures of the week, in the order of the screen. */
export const WEEK_FIGURES = {
  people: 'New people',
  listings: 'New listings',
  conversations: 'New chats',
  messages: 'Messages',
  sold: 'Sold',
  reports: 'Reports',
  decisions: 'Decisions',
  medianHours: 'Median hours to decide',
  holds: 'Listings still held',
  appeals: 'Appeals',
} as const

export type WeekFigureName = keyof typeof WEEK_FIGURES
