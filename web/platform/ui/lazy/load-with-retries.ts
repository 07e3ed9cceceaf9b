/** Pause after the first failure; it grows with each further one. */
const RETRY_MS = 5000

/** Resolves after the pause, when the network is back, or when the signal is aborted. */
function waitForRetry(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, milliseconds)
    addEventListener('online', go)
    signal?.addEventListener('abort', go, { once: true })
  })
}

/** Loads code that a page can do without for a while; if that fails, it tries again. Rejects once aborted. */
export async function loadWithRetries<Code>(load: () => Promise<Code>, signal?: AbortSignal): Promise<Code> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load()
    } catch (error) {
      if (!signal?.aborted) await waitForRetry(failures * RETRY_MS, signal)
      if (signal?.aborted) throw error
    }
  }
}
