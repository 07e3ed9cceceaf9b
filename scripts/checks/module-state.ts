/** Values that never change, and annotations of other objects, which live only as long as those. */
const HARMLESS = ['RegExp', 'TextDecoder', 'Proxy', 'Uint8Array', 'WeakMap', 'WeakSet']

const DECLARATION = /^(?:export )?(?:let|const) \w+/gm
const FILLED_LATER = /^(?:\[\]|\{\})/
const INSTANCE = /^(?:await )?new (\w+)/
const OPENED = /^(?:await )?(?:create|open)[A-Z]\w*[(<]/

interface ModuleState {
  line: number
  declaration: string
}

function isState(declaration: string, rest: string): boolean {
  if (declaration.includes('let ')) return true
  const [type = '', value = ''] = rest.split(/ =\s+/, 2)
  if (/^: readonly/i.test(type)) return false
  const [, instanceOf] = INSTANCE.exec(value) ?? []
  return (
    FILLED_LATER.test(value) ||
    OPENED.test(value) ||
    (instanceOf !== undefined && !HARMLESS.includes(instanceOf))
  )
}

/**
 * Finds variables and containers at the top level of a module, which all users of the module share, such as
 * several test files in one process. Enough for formatted code; not a parser.
 */
export function findModuleState(source: string): ModuleState[] {
  return [...source.matchAll(DECLARATION)]
    .filter(({ 0: declaration, index }) => isState(declaration, source.slice(index + declaration.length)))
    .map(({ 0: declaration, index }) => ({
      line: source.slice(0, index).split('\n').length,
      declaration,
    }))
}
