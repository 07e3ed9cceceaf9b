import { posix } from 'node:path'
import { RETIRED_WORDS, type RetiredWord } from './retired-words.ts'

export interface FoundWord {
  word: string
  say: string
  path: string
  /** 0 for the file's name. */
  line: number
}

/** A comment, a string (nothing in it counts), or an identifier. */
const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<name>[A-Za-z_$][\w$]*)/g
const SQL_TOKEN = /(?<comment>--[^\n]*)|'(?:''|[^'])*'|(?<name>[A-Za-z_]\w*)/g
/** What pages say is the product's affair. */
const PAGE_TEXT = /[>}][^<>{}=;()]*[<{]/g

/** Names of Node's and pg-boss's options. */
const OTHERS = /keep-?alive|deadLetter/gi

/** 'mayTalk', 'may_talk' and 'may-talk.ts' become ' may talk '. */
const toWords = (text: string) =>
  ` ${text
    .replaceAll(OTHERS, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .toLowerCase()} `

const PATTERNS = RETIRED_WORDS.map((retired) => ({
  retired,
  pattern: new RegExp(` (${[retired.word, ...(retired.forms ?? [])].join('|')})(?= )`, 'g'),
}))

function wordsIn(text: string, isComment: boolean): RetiredWord[] {
  const words = toWords(text)
  return PATTERNS.flatMap(({ retired, pattern }) =>
    isComment && retired.isFineInComments ? [] : Array.from(words.matchAll(pattern), () => retired),
  )
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')

/** Every retired word in the name, the identifiers and the comments of a file. */
export function findRetiredWords(path: string, text: string): FoundWord[] {
  const found: FoundWord[] = []
  const add = (words: RetiredWord[], line: number) => {
    for (const { word, say } of words) found.push({ word, say, path, line })
  }
  add(wordsIn(posix.basename(path), false), 0)
  const isSql = path.endsWith('.sql')
  const source = path.endsWith('x')
    ? text.replaceAll(PAGE_TEXT, (part) => part[0] + blank(part.slice(1, -1)) + part.at(-1))
    : text
  for (const token of source.matchAll(isSql ? SQL_TOKEN : TOKEN)) {
    const { comment, name } = token.groups ?? {}
    const words = wordsIn(comment ?? name ?? '', comment !== undefined)
    if (words.length > 0) add(words, source.slice(0, token.index).split('\n').length)
  }
  return found
}
