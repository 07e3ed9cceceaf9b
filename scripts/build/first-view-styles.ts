import postcss, { type AtRule, type Root } from 'postcss'

/**
 * States that need a pointer, a key, an open dialog or the page's code: by then the whole stylesheet is
 * loaded. Filters chosen by an address look so a moment later. Landing pages also have no fields for dates, numbers
 * and files, no disabled and no unstyled fields.
 */
const LATER =
  /^(?:::placeholder|dialog|\[popover)|\[aria-invalid|\[data-scroll|\[aria-pressed=|::-moz-range|\.(?:field|icon-button):disabled|:hover|:active|\[data-followed|\.filter-(?:chip|side):has|:focus|:-moz-focusring|:-moz-ui-invalid|:popover-open|:modal|::backdrop|\[open\]|::file|::-webkit-(?:date|calendar|search|(?:inner|outer)-spin)|\.(?:account-menu|bell-badge|count-badge|dialog|published-room|sheet|skeleton(?:-page)?|slide-menu|suggestions?|toasts|unread-dot)(?![\w-])/
/** Elements outside React's tree. */
const FRAME = ['html', 'body']
const CLASS_NAME = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[^\x00-\x7f])+)/gi
const ELEMENT_NAME = /(?<![\w.:\\[="-])[a-z][a-z\d]*/g
const ATTRIBUTE = /\[[^\]]*\]/g
const BRACKETS = /(?<!\\)\((?:\\.|[^()\\])*\)/g
const VARIABLE = /var\((--[\w-]+)/g

const unescaped = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{2,6}) ?|(.))/gi, (_, code: string, character: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  )

/** A selector that matches only with its classes: `:where(.rows>:not(:last-child))`. */
const WHERE = /^:where\((\.[^>,]+)>.*\)$/

/** Removes the brackets of `:not()`, `:is()` and the like, which may match without their classes. */
function withoutBrackets(selector: string): string {
  const shorter = selector.replace(BRACKETS, '')
  return shorter === selector ? selector : withoutBrackets(shorter)
}

const IS = /:is\(((?:[^()]|\([^()]*\))*)\)/
const BETWEEN = /,(?![^()]*\))/

/** '.a :is(.b, .c)' as '.a .b' and '.a .c'. */
function alternativesOf(selector: string): string[] {
  const [whole, list] = IS.exec(selector) ?? []
  if (whole === undefined || list === undefined) return [selector]
  return list.split(BETWEEN).flatMap((one) => alternativesOf(selector.replace(whole, () => one)))
}

/** Marks a text that continues with a value known only later: `button-…` or `h…`. */
export const UNKNOWN = '…'

/** Returns a check whether everything that a selector names may be in a page with these texts. */
function matchTest(texts: string[]): (selector: string) => boolean {
  const words = new Set([...FRAME, ...texts.flatMap((text) => text.split(/\s+/))])
  const beginnings = [...words].filter((word) => word.endsWith(UNKNOWN)).map((word) => word.slice(0, -1))
  const isContinued = (name: string, beginning: string) =>
    /\w/.test(beginning) &&
    name.startsWith(beginning) &&
    (beginning.endsWith('-') || /^\d+$/.test(name.slice(beginning.length)))
  const isThere = (name: string) =>
    words.has(name) || beginnings.some((beginning) => isContinued(name, beginning))
  const mayMatch = (selector: string): boolean => {
    const plain = withoutBrackets(selector.replace(WHERE, '$1'))
    if (LATER.test(plain)) return false
    const classes = [...plain.matchAll(CLASS_NAME)].map(([, name = '']) => unescaped(name))
    const elements = plain.replace(CLASS_NAME, '').replace(ATTRIBUTE, '').match(ELEMENT_NAME) ?? []
    return [...classes, ...elements].every(isThere)
  }
  return (selector) => alternativesOf(selector).some(mayMatch)
}

const isEmpty = (node: { nodes?: unknown[] }) => node.nodes?.length === 0

function removeEmpty(root: Root): void {
  root.walkAtRules((rule) => void (isEmpty(rule) && rule.remove()))
}

const isKeyframe = (parent: unknown) => (parent as AtRule | undefined)?.name?.endsWith('keyframes')

function removeOtherRules(root: Root, isThere: (selector: string) => boolean): void {
  root.walkRules((rule) => {
    if (isKeyframe(rule.parent)) return
    const selectors = rule.selectors.filter(isThere)
    if (selectors.length === 0) rule.remove()
    else rule.selectors = selectors
  })
}

/** A use of a variable with its fallback, which may contain one more level of brackets. */
const USE = /var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g

/** Rules that give registered variables their initial value in browsers without registration. */
const isForOldBrowsers = (rule: unknown): boolean => {
  const { name, params, parent } = rule as AtRule
  return (name === 'layer' && params === 'properties') || (parent !== undefined && isForOldBrowsers(parent))
}

/** Replaces registered variables that no rule of the page sets by their initial value or fallback. */
function inlineUnsetVariables(root: Root): void {
  const initialValues = new Map<string, string | undefined>()
  root.walkAtRules('property', (rule) => {
    rule.walkDecls('initial-value', ({ value }) => void initialValues.set(rule.params, value))
    if (!initialValues.has(rule.params)) initialValues.set(rule.params, undefined)
  })
  root.walkDecls(/^--/, ({ prop, parent }) => void (isForOldBrowsers(parent) || initialValues.delete(prop)))
  root.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(USE, (use, name: string, fallback?: string) =>
      initialValues.has(name) ? (initialValues.get(name) ?? fallback ?? use) : use,
    )
  })
}

/** Removes variables, registered properties and animations that are not used any more. */
function removeUnused(root: Root): void {
  for (let before = ''; before !== root.toString();) {
    before = root.toString()
    const used = new Set([...before.matchAll(VARIABLE)].map(([, name]) => name))
    const animations = [...before.matchAll(/animation(?:-name)?:([^;}]*)/g)].join(' ')
    root.walkDecls(/^--/, (declaration) => void (used.has(declaration.prop) || declaration.remove()))
    root.walkAtRules('property', (rule) => void (used.has(rule.params) || rule.remove()))
    root.walkAtRules('keyframes', (rule) => void (animations.includes(rule.params) || rule.remove()))
    root.walkRules((rule) => void (isEmpty(rule) && rule.remove()))
    removeEmpty(root)
  }
}

/** The first mention decides a layer's rank, even if the page has no rule of it. */
function layerOrder(root: Root): string {
  const names: string[] = []
  root.walkAtRules('layer', ({ params }) => void names.push(...params.split(/,\s*/)))
  return names.length > 0 ? `@layer ${[...new Set(names)].join(',')};` : ''
}

/**
 * Returns the rules that a page may need before any interaction: those whose classes and elements all occur
 * in the texts of the code that renders it. The result comes from code, not from one rendered page, so it
 * fits all content.
 */
export function firstViewStyles(css: string, texts: string[]): string {
  const root = postcss.parse(css)
  const order = layerOrder(root)
  root.walkComments((comment) => void comment.remove())
  removeOtherRules(root, matchTest(texts))
  root.walkAtRules('layer', (rule) => void (rule.nodes === undefined && rule.remove()))
  removeEmpty(root)
  inlineUnsetVariables(root)
  removeUnused(root)
  return order + root.toString()
}
