import postcss, { type AtRule, type Root } from 'postcss'

/**
 * What only a hand, a key, an opened dialog or the page's code brings about: by then the whole stylesheet is there. Nor
 * does a page that paints first have fields for dates, numbers and files, or any without the look of fields.
 */
const LATER =
  /^::placeholder|\[aria-invalid|:hover|:active|:focus|:-moz-focusring|:-moz-ui-invalid|:popover-open|:modal|::backdrop|\[open\]|::file|::-webkit-(?:date|calendar|search|(?:inner|outer)-spin)|\.(?:account-menu|bell-badge|count-badge|dialog|sheet|skeleton(?:-page)?|slide-menu|suggestions?|toasts|unread-dot)(?![\w-])/
/** Elements that React does not draw. */
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

/** Of one selector, which holds only with its classes: `:where(.rows>:not(:last-child))`. */
const WHERE = /^:where\((\.[^>,]+)>.*\)$/

/** Without what stands in brackets of `:not()`, `:is()` and the like, which may hold without its classes. */
function withoutBrackets(selector: string): string {
  const shorter = selector.replace(BRACKETS, '')
  return shorter === selector ? selector : withoutBrackets(shorter)
}

/** Stands where a text goes on with what is known later: `button-…` or `h…`. */
export const UNKNOWN = '…'

/** Whether all that the selector names may be in a page of these words. */
function matchTest(texts: string[]): (selector: string) => boolean {
  const words = new Set([...FRAME, ...texts.flatMap((text) => text.split(/\s+/))])
  const beginnings = [...words].filter((word) => word.endsWith(UNKNOWN)).map((word) => word.slice(0, -1))
  const isContinued = (name: string, beginning: string) =>
    beginning !== '' &&
    name.startsWith(beginning) &&
    (beginning.endsWith('-') || /^\d+$/.test(name.slice(beginning.length)))
  const isThere = (name: string) =>
    words.has(name) || beginnings.some((beginning) => isContinued(name, beginning))
  return (selector) => {
    const plain = withoutBrackets(selector.replace(WHERE, '$1'))
    if (LATER.test(plain)) return false
    const classes = [...plain.matchAll(CLASS_NAME)].map(([, name = '']) => unescaped(name))
    const elements = plain.replace(CLASS_NAME, '').replace(ATTRIBUTE, '').match(ELEMENT_NAME) ?? []
    return [...classes, ...elements].every(isThere)
  }
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

/** A use of a variable with what stands for it where it has no value; brackets within once more at most. */
const USE = /var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g

/** Where the variables that are registered get their first value in browsers that cannot register any. */
const isForOldBrowsers = (rule: unknown): boolean => {
  const { name, params, parent } = rule as AtRule
  return (name === 'layer' && params === 'properties') || (parent !== undefined && isForOldBrowsers(parent))
}

/** Registered variables that no rule of the page sets are what they begin with, or what stands for them. */
function writeOutUnset(root: Root): void {
  const beginnings = new Map<string, string | undefined>()
  root.walkAtRules('property', (rule) => {
    rule.walkDecls('initial-value', ({ value }) => void beginnings.set(rule.params, value))
    if (!beginnings.has(rule.params)) beginnings.set(rule.params, undefined)
  })
  root.walkDecls(/^--/, ({ prop, parent }) => void (isForOldBrowsers(parent) || beginnings.delete(prop)))
  root.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(USE, (use, name: string, instead?: string) =>
      beginnings.has(name) ? (beginnings.get(name) ?? instead ?? use) : use,
    )
  })
}

/** Variables, registered properties and animations that nothing names any more. */
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

/** The first mention decides a layer's rank, also when the page has nothing of it. */
function layerOrder(root: Root): string {
  const names: string[] = []
  root.walkAtRules('layer', ({ params }) => void names.push(...params.split(/,\s*/)))
  return names.length > 0 ? `@layer ${[...new Set(names)].join(',')};` : ''
}

/**
 * The part of a stylesheet that a page may need before anybody touches it: the rules whose classes and
 * elements all occur in the texts of the code that draws it. Taken from code, not from one drawn page, it fits whatever
 * the page has to show.
 */
export function firstViewStyles(css: string, texts: string[]): string {
  const root = postcss.parse(css)
  const order = layerOrder(root)
  root.walkComments((comment) => void comment.remove())
  removeOtherRules(root, matchTest(texts))
  root.walkAtRules('layer', (rule) => void (rule.nodes === undefined && rule.remove()))
  removeEmpty(root)
  writeOutUnset(root)
  removeUnused(root)
  return order + root.toString()
}
