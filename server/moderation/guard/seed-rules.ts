import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RuleAudience, RuleLanguage, RuleSeverity } from '#contract/moderation/guard/rules.ts'

interface SeedRule {
  name: string
  language: RuleLanguage
  audience: RuleAudience
  severity: RuleSeverity
  reader: string
  writer: string
  patterns: string[]
  exclusions: string[]
  comparesWallet: boolean
}

const EXCLUSION = /^- /
const SHARED = /^- see (\S+)$/

/**
 * Sections of the file by their heading; '# rule prepayment en buyer danger prepayment' begins one of kind
 * 'rule'.
 */
function readSections() {
  const text = readFileSync(join(import.meta.dirname, 'rules.txt'), 'utf8')
  const sections = text.split(/^# /m).slice(1)
  return sections.map((part) => {
    const [heading = '', ...lines] = part.split('\n').filter((line) => line !== '')
    const [kind = '', name = '', ...rest] = heading.split(' ')
    return { kind, name, rest, lines }
  })
}

/** The rules and lists of rules.txt, a file that people can read. */
export function readSeed(): { rules: SeedRule[]; lists: Record<string, string[]> } {
  const sections = readSections()
  const linesOf = (kind: string, name: string) => {
    const part = sections.find((each) => each.kind === kind && each.name === name)
    if (!part) throw new Error(`rules.txt has no ${kind} ${name}`)
    return part.lines
  }
  const lists = sections.filter(({ kind }) => kind === 'list')
  const rules = sections.filter(({ kind }) => kind === 'rule')
  return {
    lists: Object.fromEntries(lists.map(({ name, lines }) => [name, lines.join(' ').split(' ')])),
    rules: rules.map(({ name, rest: [language, audience, severity, advice = ''], lines }) => {
      const [reader = '', writer = ''] = linesOf('advice', advice)
      const exclusions = lines
        .filter((line) => EXCLUSION.test(line))
        .flatMap((line) => {
          const shared = SHARED.exec(line)?.[1]
          return shared === undefined ? [line] : linesOf('exclusions', shared)
        })
      return {
        name,
        language: language as RuleLanguage,
        audience: audience as RuleAudience,
        severity: severity as RuleSeverity,
        reader,
        writer,
        patterns: lines.filter((line) => !EXCLUSION.test(line)),
        comparesWallet: advice === 'wallet',
        exclusions: exclusions.map((line) => line.replace(EXCLUSION, '')),
      }
    }),
  }
}
