import type { RuleAudience, RuleLanguage, RuleSeverity } from '#contract/moderation/guard/rules.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import type { WordLists } from './engine.ts'
import { learnedKind, parseExclusion, parsePattern, PatternError } from './pattern.ts'

/** The database channel that reports changed rules. */
export const RULES_CHANNEL = 'guard_rules_changed'

/** A rule in the form in which moderators write it. */
export interface RuleForm {
  name: string
  language: RuleLanguage
  audience: RuleAudience
  severity: RuleSeverity
  readerText: string
  writerText: string
  patterns: string[]
  exclusions: string[]
  isLive: boolean
}

export type RuleWords = Pick<RuleForm, 'patterns' | 'exclusions'>

/** Throws invalid-input that describes the pattern's mistake. */
export function requireReadable(form: RuleWords, lists: WordLists): void {
  for (const field of ['patterns', 'exclusions'] as const)
    for (const text of form[field])
      try {
        if (field === 'exclusions') parseExclusion(text, lists)
        else if (learnedKind(text) === undefined) parsePattern(text, lists)
      } catch (error) {
        if (!(error instanceof PatternError)) throw error
        throw invalidInput([{ field, message: error.message }])
      }
}
