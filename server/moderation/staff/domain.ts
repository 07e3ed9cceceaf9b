import type { Domain } from '#server/context.ts'
import { staffRoutes } from './routes.ts'

export const staffDomain = { routes: staffRoutes } satisfies Domain
