export const NOTICE_KINDS = { info: 'For information', warning: 'Warning' } as const
export type SiteNoticeKind = keyof typeof NOTICE_KINDS

/** Stands on every page until it ends or is dismissed. */
export interface SiteNotice {
  /** By which a browser remembers that it was dismissed. */
  id: string
  text: string
  kind: SiteNoticeKind
  endsAt: string
}
