import { type ComponentType, lazy } from 'react'
import { loadPatiently } from './load-patiently.ts'

/**
 * A part of a page whose code comes when it is first drawn, under `Suspense`. Its fallback stands for as long as the
 * code fails to come: an error would take the whole page away.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPatiently(load) }))
