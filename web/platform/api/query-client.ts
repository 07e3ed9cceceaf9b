import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'
import { failureKind, isUnreached } from './failure-kind.ts'

/** True if another attempt at once may help; a refusal stays, and a busy server needs a pause. */
const isWorthRetrying = (error: unknown) =>
  error instanceof ApiError && (isUnreached(error) || failureKind(error) === 'fault')

/** `retry` is false on the server, where somebody waits for the page. */
export function createQueryClient({ retry }: { retry: boolean }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // The service worker may answer without a network.
        networkMode: 'offlineFirst',
        refetchOnWindowFocus: false,
        // A failure in the server's HTML stays until the person tries again.
        retryOnMount: false,
        retry: (failures, error) => retry && isWorthRetrying(error) && failures < 2,
      },
    },
  })
}
