import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SiteNotice } from '#contract/operations/site-notice.ts'
import type { PublicConfig } from '#contract/site.ts'
import { RenderedAtProvider } from '#web/platform/ui/clock.ts'
import { PublicConfigProvider } from './public-config.ts'
import { SiteNoticeProvider } from './site-notice.ts'

interface ProvidersProps {
  queryClient: QueryClient
  config: PublicConfig
  notice: SiteNotice | null
  /** Milliseconds since 1970 at which the server rendered. */
  renderedAt: number
  children: ReactNode
}

export function Providers({ queryClient, config, notice, renderedAt, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <PublicConfigProvider value={config}>
        <SiteNoticeProvider value={notice}>
          <RenderedAtProvider value={renderedAt}>{children}</RenderedAtProvider>
        </SiteNoticeProvider>
      </PublicConfigProvider>
    </QueryClientProvider>
  )
}
