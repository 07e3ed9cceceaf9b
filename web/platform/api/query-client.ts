import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'
import { failureKind, isUnreached } from './failure-kind.ts'

/** Worth another request at once; what is refused or not allowed yet is not. */
const isWorthRetrying = (error: unknown) =>
  error instanceof ApiError && (isUnreached(error) || failureKind(error) === 'fault')

/** `retry: false` is for the server, where a visitor waits for the page. */
export function createQueryClient({ retry }: { retry: boolean }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // The service worker may answer without a network.
        networkMode: 'offlineFirst',
        refetchOnWindowFocus: false,
        // A failure that the server rendered stays as it is until the visitor tries again.
        retryOnMount: false,
        retry: (failures, error) => retry && isWorthRetrying(error) && failures < 2,
      },
    },
  })
}
