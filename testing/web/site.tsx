import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PublicConfigProvider } from '#web/platform/config/public-config.ts'
import { SiteClockProvider } from '#web/platform/config/site-clock.ts'
import { ApiProvider } from '#web/platform/api/api-context.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { MemoryRouter } from './memory-router.tsx'
import { TEST_CONFIG } from '#testing/accounts/signed-in.ts'

interface SiteProps {
  api: ApiClient
  /** Address of the page. */
  at?: string
  queryClient?: QueryClient
  children: ReactNode
}

/** The app's frame around every page. */
export function Site({ api, at, children, ...options }: SiteProps) {
  const [queryClient] = useState(() => options.queryClient ?? createQueryClient({ retry: false }))
  return (
    <QueryClientProvider client={queryClient}>
      <PublicConfigProvider value={TEST_CONFIG}>
        <SiteClockProvider value={api.clock}>
          <ApiProvider value={api}>
            <MemoryRouter at={at}>{children}</MemoryRouter>
          </ApiProvider>
        </SiteClockProvider>
      </PublicConfigProvider>
    </QueryClientProvider>
  )
}
