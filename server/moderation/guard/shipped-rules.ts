import type { LinearModel } from '#server/moderation/guard/judgement/linear-model.ts'
import { compileRules, type Engine } from './engine.ts'
import { readSeed } from './seed-rules.ts'

/** The rules of the program, whatever moderators changed. */
export function shippedRules(ownHost: string, model: LinearModel) {
  const { rules, lists } = readSeed()
  const engine: Engine = compileRules(
    rules.map(({ patterns, exclusions }, id) => ({ id, patterns, exclusions })),
    { lists, ownHost, model },
  )
  return {
    engine,
    nameOf: (ruleId: number) => rules[ruleId]?.name ?? '',
    /** Whether people take it for a warning: a note of severity 'info' is none. */
    warns: (ruleId: number) => rules[ruleId]?.severity !== 'info',
  }
}
