import { type ComponentType, lazy } from 'react'
import { loadWithRetries } from './load-with-retries.ts'

/**
 * A part of a page whose code loads when it is first rendered, under `Suspense`. If the code fails to load,
 * the fallback stays, because an error would remove the whole page.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWithRetries(load) }))
