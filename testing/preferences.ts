import type { Preferences } from '#contract/account-settings.ts'

const ALL = { inApp: true, push: true, email: true } as const

/** As everyone has them at first. */
export const PREFERENCES: Preferences = {
  email: true,
  push: true,
  presence: true,
  news: { message: ALL, sale: ALL, purchase: ALL, system: ALL, other: ALL },
}
