export const NOTICE_KINDS = { info: 'Information', warning: 'Warning' } as const
export type SiteNoticeKind = keyof typeof NOTICE_KINDS

/** A notice that every page shows until it ends or is dismissed. */
export interface SiteNotice {
  /** Browsers remember dismissed notices by this id. */
  id: string
  text: string
  kind: SiteNoticeKind
  endsAt: string
}
