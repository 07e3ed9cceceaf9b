import type { Domain } from '#server/context.ts'
import { appealsRoutes } from './routes.ts'

export const appealsDomain = { routes: appealsRoutes } satisfies Domain
