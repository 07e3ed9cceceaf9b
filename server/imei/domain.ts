import type { Domain } from '#server/context.ts'
import { imeiRoutes } from './routes.ts'

export const imeiDomain = {
  routes: imeiRoutes,
} satisfies Domain
