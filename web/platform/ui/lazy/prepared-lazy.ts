import { type ComponentType, lazy } from 'react'
import { loadWithRetries } from './load-with-retries.ts'

/**
 * A component whose code loads when it is first rendered, under `Suspense`. If the code fails to load, the
 * fallback stays, because an error would remove the whole page. A prepared component is rendered at once, so
 * that the server, which prepares it with a page's data, writes it into the HTML.
 */
export function preparedLazy<Props>(load: () => Promise<ComponentType<Props>>) {
  let prepared: { default: ComponentType<Props> } | undefined
  async function prepare() {
    prepared ??= { default: await load() }
    return prepared
  }
  return {
    prepare,
    Component: lazy((): Promise<{ default: ComponentType<Props> }> => {
      const module = prepared
      if (!module) return loadWithRetries(prepare)
      // React renders at once if the callback runs synchronously; a promise would be too late for the server.
      // oxlint-disable-next-line unicorn/no-thenable -- only React awaits this thenable
      const atOnce: PromiseLike<typeof module> = { then: (resolve) => resolve?.(module) as never }
      return atOnce as Promise<typeof module>
    }),
  }
}
