import { sql } from 'kysely'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ProfileForm } from '#contract/accounts/profiles.ts'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createTestDatabase)

/** Characters that a constraint allows between `before` and `after`. */
async function charactersAllowedBy(constraint: string, before: string, after: string): Promise<Set<number>> {
  const rule = await sql<{ rule: string }>`
    select pg_get_expr(conbin, conrelid) as rule from pg_constraint where conname = ${constraint}`.execute(
    test.db,
  )
  const { rows } = await sql<{ sign: number }>`
    select sign from (
      select sign, ${before}::text || chr(sign) || ${after}::text as full_name from generate_series(1, 65535) sign
      where sign not between 55296 and 57343
    ) names where ${sql.raw(rule.rows[0]?.rule ?? 'false')}`.execute(test.db)
  return new Set(rows.map(({ sign }) => sign))
}

const signs = Array.from({ length: 65_535 }, (_, index) => index + 1).filter(
  (sign) => sign < 0xd800 || sign > 0xdfff,
)
const parseName = (name: string) => z.safeParse(ProfileForm.shape.fullName, name)

it('the database allows every character that the contract leaves in a name, and none that breaks its line', async () => {
  const accepted = await charactersAllowedBy('full_name_is_one_line', 'A', 'B')
  const left = signs.filter((sign) => {
    const typed = `A${String.fromCodePoint(sign)}B`
    return parseName(typed).data === typed
  })
  expect(left.filter((sign) => !accepted.has(sign))).toEqual([])
  for (const sign of ['\n', '\t', '\u0001', '\u2028', '\u202e', '\u2066'])
    expect(accepted.has(sign.codePointAt(0) ?? 0)).toBe(false)
})

it('the database allows every name with a visible character', async () => {
  const accepted = await charactersAllowedBy('full_name_is_seen', '', '')
  const seen = signs.filter((sign) => parseName(String.fromCodePoint(sign)).data)
  expect(seen.filter((sign) => !accepted.has(sign))).toEqual([])
  for (const sign of [' ', '\u200b', '\u3164', '\u2800', '\ufeff', '\u2060']) {
    expect(accepted.has(sign.codePointAt(0) ?? 0)).toBe(false)
  }
})
