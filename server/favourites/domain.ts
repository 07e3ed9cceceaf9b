import type { Domain } from '#server/context.ts'
import { favouritesRoutes } from './routes.ts'

export const favouritesDomain = {
  routes: favouritesRoutes,
} satisfies Domain
