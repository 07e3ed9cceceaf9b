import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  GUARD_ADVICE_MAX,
  GUARD_PATTERN_MAX,
  GUARD_PATTERNS_MAX,
  GUARD_SAMPLES_MAX,
} from '#contract/limits.ts'
import { line, REQUIRED } from '#contract/plain-text.ts'
import { RULE_AUDIENCES, RULE_LANGUAGES, RULE_SEVERITIES } from './rules.ts'

const Patterns = z
  .array(line(GUARD_PATTERN_MAX))
  .check(z.maxLength(GUARD_PATTERNS_MAX, 'Please use fewer lines'))
const ruleWords = {
  patterns: Patterns.check(z.minLength(1, 'Please write at least one line')),
  exclusions: Patterns,
}

const ruleChange = {
  language: z.enum(RULE_LANGUAGES),
  audience: z.enum(RULE_AUDIENCES),
  severity: z.enum(RULE_SEVERITIES),
  /** The advice that each side sees at such a message. */
  readerText: line(GUARD_ADVICE_MAX, REQUIRED),
  writerText: line(GUARD_ADVICE_MAX, REQUIRED),
  ...ruleWords,
  isLive: z.boolean(),
}
const RuleName = line(
  50,
  z.regex(/^[a-z][a-z0-9-]{1,49}$/, 'Use small letters, digits and hyphens, such as delivery-fee'),
)

const ShownRule = z.object({
  id: z.int(),
  name: z.string(),
  language: z.string(),
  audience: z.string(),
  severity: z.string(),
  readerText: z.string(),
  writerText: z.string(),
  patterns: z.array(z.string()),
  exclusions: z.array(z.string()),
  isLive: z.boolean(),
  /** Number of messages that it matched, and of those in which a reader found no trick. */
  hits: z.int(),
  falseAlarms: z.int(),
})
export type ShownRule = z.output<typeof ShownRule>

const Trial = z.object({
  texts: z.array(z.object({ text: z.string(), saw: z.nullable(z.string()) })),
  /**
   * Results on the labelled messages: tricks that this rule alone matches, and honest messages that it takes
   * for tricks.
   */
  tricks: z.int(),
  tricksSeen: z.int(),
  honest: z.int(),
  falseWarnings: z.array(z.string()),
})
export type Trial = z.output<typeof Trial>

const RuleId = z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'Not a rule')) })

export const ruleScreenContract = {
  listGuardRules: endpoint({
    method: 'GET',
    path: '/api/moderation/guard-rules',
    access: 'moderator',
    summary: "Lists the guard's rules, with the number of matches and of readers who found no trick.",
    reply: z.object({ rules: z.array(ShownRule) }),
  }),
  tryGuardRule: endpoint({
    method: 'POST',
    path: '/api/moderation/guard-rules/trial',
    access: 'moderator',
    summary: "Returns what a rule alone would match, in the moderator's texts and in the labelled messages.",
    body: z.object({
      ...ruleWords,
      texts: z.array(line(GUARD_ADVICE_MAX)).check(z.maxLength(GUARD_SAMPLES_MAX, 'Please use fewer lines')),
    }),
    reply: Trial,
  }),
  createGuardRule: endpoint({
    method: 'POST',
    path: '/api/moderation/guard-rules',
    access: 'moderator',
    summary: 'Adds a rule; every process applies it a moment later.',
    body: z.object({ name: RuleName, ...ruleChange }),
    reply: z.object({ id: z.int() }),
    freshProof: true,
    status: 201,
  }),
  updateGuardRule: endpoint({
    method: 'PUT',
    path: '/api/moderation/guard-rules/:id',
    access: 'moderator',
    summary: 'Changes a rule, or switches it off and on.',
    params: RuleId,
    body: z.object(ruleChange),
    reply: z.object({}),
    freshProof: true,
  }),
}
