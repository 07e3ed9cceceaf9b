import type { Provider } from '#contract/site.ts'

export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', github: 'GitHub' }

export const isProvider = (name: string | null): name is Provider =>
  name !== null && Object.hasOwn(PROVIDER_NAMES, name)
