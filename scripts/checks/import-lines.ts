/** One import of a source file, static or dynamic. */
export interface ImportLine {
  specifier: string
  /** `import type` or `export type`, which is erased before the code runs. */
  typeOnly: boolean
  /** `import()`: loaded only when its code runs. */
  lazy: boolean
  line: number
}

const STATIC = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\bfrom\s*)?['"]([^'"\n]+)['"]/gm
const DYNAMIC = /(typeof\s+)?\bimport\(\s*['"]([^'"\n]+)['"]/g

/** Every import of a source text, in the order of its lines. Enough for formatted code; not a parser. */
export function importLines(source: string): ImportLine[] {
  const read = (pattern: RegExp, lazy: boolean): ImportLine[] =>
    [...source.matchAll(pattern)].map((match) => ({
      specifier: match[2] ?? '',
      typeOnly: match[1] !== undefined,
      lazy,
      line: source.slice(0, match.index).split('\n').length,
    }))
  return [...read(STATIC, false), ...read(DYNAMIC, true)].toSorted((a, b) => a.line - b.line)
}
