import { lexer, type Token, type Tokens } from 'marked'
import type { LegalNode, LegalText } from '#contract/rendering/legal-text.ts'

function ownAddress({ href, raw }: Tokens.Link): string {
  if (!href.startsWith('/')) throw new Error(`'${raw}' does not lead to a page of this site.`)
  return href
}

const inline = (tokens: Token[] = []): LegalNode[] =>
  tokens.flatMap((token): LegalNode[] => {
    switch (token.type) {
      case 'text':
        return token.tokens ? inline(token.tokens) : [token.text as string]
      case 'escape':
        return [token.text as string]
      case 'strong':
        return [['strong', '', ...inline(token.tokens)]]
      case 'link':
        return [['a', ownAddress(token as Tokens.Link), ...inline(token.tokens)]]
      default:
        throw new Error(`'${token.raw}' (${token.type}) cannot be used in a legal page.`)
    }
  })

/** '**Access**: Ask what we hold.' as its two parts. */
function definition({ tokens }: Tokens.ListItem): LegalNode[] | undefined {
  const [first, second, ...rest] = inline(tokens)
  if (typeof first === 'string' || first?.[0] !== 'strong') return undefined
  if (typeof second !== 'string' || !second.startsWith(': ')) return undefined
  return [
    ['dt', '', ...first.slice(2)],
    ['dd', '', second.slice(2), ...rest],
  ]
}

function list({ ordered, items }: Tokens.List): LegalNode {
  const definitions = items.map(definition)
  if (definitions.every((parts) => parts !== undefined)) return ['dl', '', ...definitions.flat()]
  return [ordered ? 'ol' : 'ul', '', ...items.map((item): LegalNode => ['li', '', ...inline(item.tokens)])]
}

function table({ header, rows }: Tokens.Table): LegalNode {
  const row = (tag: 'th' | 'td', cells: Tokens.TableCell[]): LegalNode => [
    'tr',
    '',
    ...cells.map((cell): LegalNode => [tag, '', ...inline(cell.tokens)]),
  ]
  const body = rows.map((cells) => row('td', cells))
  return ['table', '', ['thead', '', row('th', header)], ['tbody', '', ...body]]
}

function block(token: Token): LegalNode[] {
  switch (token.type) {
    case 'space':
      return []
    case 'paragraph':
      return [['p', '', ...inline(token.tokens)]]
    case 'blockquote':
      return [
        ['note', '', ...(token.tokens ?? []).flatMap((part) => inline('tokens' in part ? part.tokens : []))],
      ]
    case 'heading':
      return [['h3', '', ...inline(token.tokens)]]
    case 'list':
      return [list(token as Tokens.List)]
    case 'table':
      return [table(token as Tokens.Table)]
    case 'html': {
      const name = /^<!-- part: ([a-z-]+) -->\s*$/.exec(token.raw)?.[1]
      if (name !== undefined) return [['part', name]]
    }
  }
  throw new Error(`'${token.raw.slice(0, 60)}' (${token.type}) cannot be used in a legal page.`)
}

function longDate(name: string, date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  // JavaScript reads February 30 as March 2.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date)
    throw new Error(`'${name}: ${date}' in the head of a legal page is not a date such as 2026-11-26.`)
  return day.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
}

/** The lines between the two '---' at the beginning, and what follows. */
function parseHead(markdown: string) {
  const [, head = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(markdown) ?? []
  const entries = head.split('\n').map((line) => /^(\w+): (.+)$/.exec(line)?.slice(1) ?? [line, ''])
  const { version, updated, before, description } = Object.fromEntries(entries) as Record<string, string>
  if (!version || !updated || !description)
    throw new Error('A legal page begins with its version, the date of its update, and a description.')
  if (!/^[1-9]\d*$/.test(version))
    throw new Error(`'version: ${version}' in the head of a legal page is not a whole number above 0.`)
  const dates = { updated: longDate('updated', updated), before: before ? longDate('before', before) : '' }
  return { head: { version: Number(version), ...dates, description }, text }
}

/** Reads a file of `legal/`. Throws when it contains Markdown that its page cannot show. */
export function parseLegalText(markdown: string): LegalText {
  const { head, text } = parseHead(markdown)
  const legal: LegalText = { ...head, lead: [], sections: [] }
  for (const token of lexer(text)) {
    if (token.type === 'heading' && token.depth === 2) {
      const [, title, id] = /^(.+) \{#([a-z]+)\}$/.exec(token.text as string) ?? []
      if (!title || !id) throw new Error(`'${token.raw.trim()}' needs an id: ## Title {#id}`)
      legal.sections.push({ id, title, contents: [] })
    } else {
      const section = legal.sections.at(-1)
      if (section) section.contents.push(...block(token))
      else legal.lead.push(...block(token).map((node): LegalNode => ['lead', '', ...node.slice(2)]))
    }
  }
  return legal
}
