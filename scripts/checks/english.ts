import { parseSync } from 'vite'

export interface OddSentence {
  line: number
  text: string
  advice: string
}

interface Prose {
  kind: 'comment' | 'title'
  text: string
  start: number
}

interface SyntaxNode {
  type: string
  start: number
  [key: string]: unknown
}

interface Pattern {
  kind: Prose['kind']
  pattern: RegExp
  advice: string
}

/** CONTRIBUTING.md ('English') explains the patterns. */
const PATTERNS: readonly Pattern[] = [
  {
    kind: 'comment',
    pattern:
      /^(?:Of|By|In which|From which|Whose|That|With which|Under which|Before which|In place of) (?!course|default)/,
    advice: 'begin with the thing or the person: a sentence with a subject, or a noun phrase',
  },
  {
    kind: 'title',
    pattern:
      /^(?:of|by|with|without|in|on|at|for|from|where|what|who|whose|that|which|however|also|as|once|until|while|when|if)\b/i,
    advice: 'say subject, verb and outcome: rejects a fourth offer',
  },
  ...(['comment', 'title'] as const).map((kind) => ({
    kind,
    pattern:
      /\b(?:anew|be it|be they|for so long|whoever|lies? ready|stands? (?:for|there|in|at|beside)|(?:is|are) gone|has words|says so|to be (?:had|seen|known|called|tried))\b/i,
    advice: 'use the plain word: again, people who, is ready, is, is deleted',
  })),
]

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value

const TEST_FUNCTION = /^(?:it|test)$/

/** The title of a test: `it('…')`, `test.each(rows)('…')`. */
function titleOf(node: SyntaxNode): Prose | undefined {
  if (node.type !== 'CallExpression') return undefined
  let callee: unknown = node.callee
  while (isNode(callee) && callee.type !== 'Identifier') callee = callee.callee ?? callee.object ?? callee.tag
  const [title] = node.arguments as unknown[]
  if (!isNode(callee) || !TEST_FUNCTION.test(String(callee.name)) || !isNode(title)) return undefined
  const quasis = title.type === 'TemplateLiteral' ? (title.quasis as { value: { raw: string } }[]) : []
  const text = typeof title.value === 'string' ? title.value : quasis.map(({ value }) => value.raw).join('…')
  return { kind: 'title', text, start: title.start }
}

function titlesIn(node: SyntaxNode, found: Prose[]): void {
  const title = titleOf(node)
  if (title) found.push(title)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) titlesIn(child, found)
}

const oneLine = (comment: string) => comment.replaceAll(/\n\s*\*?\s?|^\*+|\s+/g, ' ').trim()

/** Comments and test titles; line comments below each other count as one. */
function proseOf(path: string, text: string): Prose[] {
  if (path.endsWith('.sql'))
    return Array.from(text.matchAll(/(?:^[ \t]*--[^\n]*\n?)+/gm), ({ 0: lines, index }) => ({
      kind: 'comment',
      text: oneLine(lines.replaceAll('--', '')),
      start: index,
    }))
  const { program, comments } = parseSync(path, text)
  const prose: Prose[] = []
  let end = -1
  for (const { type, value, start, end: until } of comments) {
    const last = prose.at(-1)
    if (type === 'Line' && last && /^\s*$/.test(text.slice(end, start))) last.text += ` ${value.trim()}`
    else prose.push({ kind: 'comment', text: oneLine(value), start })
    end = until
  }
  titlesIn(program as unknown as SyntaxNode, prose)
  return prose
}

/** Finds comments and test titles in the dialect that this repository once had. */
export const findOddSentences = (path: string, text: string): OddSentence[] =>
  proseOf(path, text).flatMap(({ kind, text: words, start }) => {
    const odd = PATTERNS.find((each) => each.kind === kind && each.pattern.test(words))
    return odd ? [{ line: text.slice(0, start).split('\n').length, text: words, advice: odd.advice }] : []
  })
