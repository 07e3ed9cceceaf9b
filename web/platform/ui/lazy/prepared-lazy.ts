import { type ComponentType, lazy } from 'react'
import { loadPatiently } from './load-patiently.ts'

/**
 * A component whose code comes when it is first drawn; under `Suspense`, whose fallback stands for as long as it fails to
 * come, since an error would take the whole page away. What was prepared is drawn at once, so that the
 * server, which prepares it with a page's data, writes it into the HTML.
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
      if (!module) return loadPatiently(prepare)
      // React draws within the same turn what calls back within it; a promise would come too late for the server.
      // oxlint-disable-next-line unicorn/no-thenable -- it is to be one, and nothing awaits it but React
      const atOnce: PromiseLike<typeof module> = { then: (resolve) => resolve?.(module) as never }
      return atOnce as Promise<typeof module>
    }),
  }
}
