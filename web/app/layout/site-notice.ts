import { createContext, useContext } from 'react'
import type { SiteNotice } from '#contract/moderation/administration/site-notice.ts'

const SiteNoticeContext = createContext<SiteNotice | null>(null)

export const SiteNoticeProvider = SiteNoticeContext.Provider
export const useSiteNotice = () => useContext(SiteNoticeContext)
