import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SiteNotice } from '#contract/moderation/administration/site-notice.ts'
import type { PublicConfig } from '#contract/site.ts'
import { PublicConfigProvider } from '#web/platform/config/public-config.ts'
import { type SiteClock, SiteClockProvider } from '#web/platform/config/site-clock.ts'
import { SmallPicturesProvider } from '#web/platform/ui/pictures/small-pictures.ts'
import { SiteNoticeProvider } from '#web/app/layout/site-notice.ts'

interface ProvidersProps {
  clock: SiteClock
  queryClient: QueryClient
  config: PublicConfig
  notice: SiteNotice | null
  wantsSmallPictures: () => boolean
  children: ReactNode
}

export function Providers({
  clock,
  queryClient,
  config,
  notice,
  wantsSmallPictures,
  children,
}: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <PublicConfigProvider value={config}>
        <SiteNoticeProvider value={notice}>
          <SmallPicturesProvider value={wantsSmallPictures}>
            <SiteClockProvider value={clock}>{children}</SiteClockProvider>
          </SmallPicturesProvider>
        </SiteNoticeProvider>
      </PublicConfigProvider>
    </QueryClientProvider>
  )
}
