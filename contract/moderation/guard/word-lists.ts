import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { GUARD_LIST_WORDS_MAX } from '#contract/limits.ts'
import { seenLine } from '#contract/typed/seen-text.ts'

const ShownWordList = z.object({
  name: z.string(),
  words: z.array(z.string()),
  /** Whether a moderator changed it, so that newer versions of the program leave it alone. */
  isEdited: z.boolean(),
  /** Names of the rules in force whose patterns refer to it by '@name'. */
  rules: z.array(z.string()),
})
export type ShownWordList = z.output<typeof ShownWordList>

/** Numbers of test messages that the whole guard finds with some lists. */
const Findings = z.object({ tricks: z.int(), honest: z.int() })

const WordListTrial = z.object({
  /** The words as they would be stored: in plain lower-case letters, each once. */
  words: z.array(z.string()),
  /** Number of test messages that are tricks, and of honest ones. */
  tricks: z.int(),
  honest: z.int(),
  before: Findings,
  after: Findings,
  /** Honest messages about which the guard warns only with the new words; at most ten. */
  falseWarnings: z.array(z.string()),
  /** The reason why these words cannot be saved. */
  problem: z.nullable(z.string()),
})
export type WordListTrial = z.output<typeof WordListTrial>

const ListName = z.object({ name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,49}$/, 'Not a list')) })
const ListWords = z.object({
  words: z
    .array(z.string().check(z.overwrite(seenLine)))
    .check(
      z.minLength(1, 'Please write at least one word'),
      z.maxLength(GUARD_LIST_WORDS_MAX, `A list has at most ${GUARD_LIST_WORDS_MAX} words`),
    ),
})

export const wordListsContract = {
  listWordLists: endpoint({
    method: 'GET',
    path: '/api/moderation/guard-lists',
    access: 'moderator',
    summary: "Lists the guard's lists of words that mean the same to it, with the rules that use them.",
    reply: z.object({ lists: z.array(ShownWordList) }),
  }),
  tryWordList: endpoint({
    method: 'POST',
    path: '/api/moderation/guard-lists/:name/trial',
    access: 'moderator',
    summary:
      'Returns what the guard finds in the labelled messages with these words, and with the present ones.',
    params: ListName,
    body: ListWords,
    reply: WordListTrial,
  }),
  updateWordList: endpoint({
    method: 'PUT',
    path: '/api/moderation/guard-lists/:name',
    access: 'moderator',
    summary:
      'Changes the words of a list, unless the guard would then warn about clearly more honest messages; every process applies it a moment later.',
    params: ListName,
    body: ListWords,
    reply: z.object({}),
    freshProof: true,
  }),
}
