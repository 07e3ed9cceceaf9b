import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PublicConfig } from '#contract/site.ts'
import { RenderedAtProvider } from '#web/platform/ui/clock.ts'
import { PublicConfigProvider } from './public-config.ts'

interface ProvidersProps {
  queryClient: QueryClient
  config: PublicConfig
  /** Milliseconds since 1970 at which the server rendered. */
  renderedAt: number
  children: ReactNode
}

export function Providers({ queryClient, config, renderedAt, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <PublicConfigProvider value={config}>
        <RenderedAtProvider value={renderedAt}>{children}</RenderedAtProvider>
      </PublicConfigProvider>
    </QueryClientProvider>
  )
}
