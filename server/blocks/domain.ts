import type { Domain } from '#server/context.ts'
import { type BlockChanges, createBlockChanges } from './block-changes.ts'
import { blocksRoutes } from './routes.ts'

export interface BlocksState {
  blockChanges: BlockChanges
}

declare module '#server/context.ts' {
  interface Context extends BlocksState {}
}

export const blocksDomain = {
  routes: blocksRoutes,
  open: (platform) => ({ blockChanges: createBlockChanges(platform) }),
} satisfies Domain
