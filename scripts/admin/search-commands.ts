import { rebuildSearch } from '#server/search/service.ts'
import { byFirstWord, type Command, pauseOf } from './command.ts'

const DEFAULT_PAUSE_MS = 20

const rebuild: Command = async (deps, { options }) => {
  const pauseMs = pauseOf(options, DEFAULT_PAUSE_MS)
  const { products, changed } = await rebuildSearch(deps, { pauseMs, report: deps.print })
  deps.print(`${products} products, ${changed} of them changed`)
}

export const SEARCH_COMMANDS: Record<string, Command> = {
  search: byFirstWord({ rebuild }, 'Say: search rebuild [--pause <ms>]'),
}
