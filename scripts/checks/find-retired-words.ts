import { posix } from 'node:path'
import { parseSync } from 'vite'
import { EXCEPTIONS, RETIRED_WORDS, type RetiredWord } from './retired-words.ts'

export interface FoundWord {
  word: string
  say: string
  path: string
  /** 0 means the file's name. */
  line: number
}

/** A name or text by an engineer; other strings and page texts belong to the product. */
interface Piece {
  kind: 'name' | 'property' | 'prose'
  text: string
  start: number
}

interface SyntaxNode {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value

const NAMES = new Set(['Identifier', 'PrivateIdentifier', 'JSXIdentifier'])
/** Nodes that hold property names: `a.name`, `{ name: b }`, `name: string`, `'a' | 'b'` of an index. */
const PROPERTIES: Record<string, string> = {
  MemberExpression: 'property',
  Property: 'key',
  TSPropertySignature: 'key',
}
const TEST_FUNCTION = /^(?:it|test|describe)$/
const SQL_TOKEN = /(?<prose>--[^\n]*)|'(?:''|[^'])*'|(?<name>[A-Za-z_]\w*)/g

/** The title of a test: `it('…')`, `test.each(rows)('…')`. */
function titleOf(node: SyntaxNode): Piece | undefined {
  if (node.type !== 'CallExpression') return undefined
  let callee: unknown = node.callee
  while (isNode(callee) && callee.type !== 'Identifier') callee = callee.callee ?? callee.object ?? callee.tag
  const [title] = node.arguments as unknown[]
  if (!isNode(callee) || !TEST_FUNCTION.test(String(callee.name)) || !isNode(title)) return undefined
  const quasis = title.type === 'TemplateLiteral' ? (title.quasis as { value: { raw: string } }[]) : []
  const text = typeof title.value === 'string' ? title.value : quasis.map(({ value }) => value.raw).join(' ')
  return { kind: 'prose', text, start: title.start }
}

function piecesOfNode(node: SyntaxNode, kind: 'name' | 'property', pieces: Piece[]): void {
  if (NAMES.has(node.type)) pieces.push({ kind, text: String(node.name), start: node.start })
  const title = titleOf(node)
  if (title) pieces.push(title)
  for (const [key, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) {
        const isProperty = PROPERTIES[node.type] === key && !node.computed && !node.shorthand
        piecesOfNode(child, isProperty ? 'property' : 'name', pieces)
      }
}

function piecesOf(path: string, text: string): Piece[] {
  if (path.endsWith('.sql'))
    return Array.from(text.matchAll(SQL_TOKEN), ({ groups, index: start }): Piece => {
      const { prose, name = '' } = groups ?? {}
      return prose === undefined
        ? { kind: 'property', text: name, start }
        : { kind: 'prose', text: prose, start }
    })
  const { program, comments } = parseSync(path, text)
  const pieces = comments.map(({ value, start }): Piece => ({ kind: 'prose', text: value, start }))
  piecesOfNode(program as unknown as SyntaxNode, 'name', pieces)
  return pieces
}

/** Turns 'oneName', 'one_name' and 'one-name.ts' into ' one name '. */
const toWords = (text: string) =>
  ` ${text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .toLowerCase()} `

const PATTERNS = RETIRED_WORDS.map((retired) => ({
  retired,
  pattern: new RegExp(` (?:${[retired.word, ...(retired.forms ?? [])].join('|')}) `),
}))

const isException = ({ kind, text }: Piece) =>
  kind !== 'prose' &&
  EXCEPTIONS.some(({ name, isFreeName }) => name.test(text) && (kind === 'property' || isFreeName))

function wordsIn(piece: Piece, isSql: boolean): RetiredWord[] {
  const words = toWords(piece.text)
  const found = PATTERNS.filter(
    ({ retired, pattern }) =>
      !(piece.kind === 'prose' && retired.isFineInComments) &&
      !(isSql && retired.isFineInSql) &&
      pattern.test(words),
  )
  return isException(piece) ? [] : found.map(({ retired }) => retired)
}

/** Every retired word in a file's name, identifiers, comments and test titles. */
export function findRetiredWords(path: string, text: string): FoundWord[] {
  const fileName: Piece = { kind: 'name', text: posix.basename(path), start: -1 }
  const found = new Map<string, FoundWord>()
  for (const piece of [fileName, ...piecesOf(path, text)])
    for (const { word, say } of wordsIn(piece, path.endsWith('.sql'))) {
      const line = piece.start < 0 ? 0 : text.slice(0, piece.start).split('\n').length
      found.set(`${word} ${piece.start}`, { word, say, path, line })
    }
  return [...found.values()]
}
