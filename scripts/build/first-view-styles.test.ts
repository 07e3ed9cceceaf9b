import { expect, it } from 'vitest'
import { firstViewStyles, UNKNOWN } from './first-view-styles.ts'

const styles = (css: string, ...texts: string[]) => firstViewStyles(css, texts)

it.each([
  ['classes that the code names', '.card{color:red}.prose{color:red}', 'p-2 card', '.card{color:red}'],
  ['only selectors whose classes are all named', '.card .prose{color:red}', 'card', ''],
  ['only the selectors of a list that apply', '.card,.prose{color:red}', 'card', '.card{color:red}'],
  ['escaped names', '.md\\:w-1\\/2{color:red}', 'md:w-1/2', '.md\\:w-1\\/2{color:red}'],
  [
    'elements that the code names, and the document’s own',
    'h1,table,body{color:red}',
    'h1',
    'h1,body{color:red}',
  ],
  [
    'names that continue a known beginning',
    '.badge-sold,h2,header{color:red}',
    `badge-${UNKNOWN} h${UNKNOWN}`,
    '.badge-sold,h2{color:red}',
  ],
  ['no names for a beginning without letters', '.-mx-4{color:red}', `-${UNKNOWN}`, ''],
  [
    'selectors with unnamed classes inside :not()',
    '.card:not(.prose){color:red}',
    'card',
    '.card:not(.prose){color:red}',
  ],
  [
    'selectors with one named class inside :is()',
    '.rows :is(.card,.prose){color:red}.rows :is(.prose,.more:not(.card,.rows)){color:red}',
    'card rows',
    '.rows :is(.card,.prose){color:red}',
  ],
  ['no children of unnamed classes', ':where(.rows>:not(:last-child)){color:red}', 'card', ''],
  ['no hover or focus states', '.card:hover,.card:focus-visible{color:red}', 'card', ''],
  ['no styles of open dialogs', '.card[open]::backdrop{color:red}', 'card', ''],
  [
    'no styles of sheets, which open later',
    '.sheet,.sheet-handle{color:red}',
    'sheet sheet-handle',
    '.sheet-handle{color:red}',
  ],
  [
    'conditions around rules that apply',
    '@media print{.card{color:red}}@media screen{.prose{color:red}}',
    'card',
    '@media print{.card{color:red}}',
  ],
])('takes %s', (_, css, text, expected) => {
  expect(styles(css, text)).toBe(expected)
})

it('takes the used variables and animations', () => {
  const css =
    ':root{--a:var(--b);--b:1;--c:2}@property --c{syntax:"*";inherits:false}@keyframes turn{to{rotate:1turn}}@keyframes fade{to{opacity:0}}.card{order:var(--a);animation:turn 1s}'
  expect(styles(css, 'card')).toBe(
    ':root{--a:var(--b);--b:1}@keyframes turn{to{rotate:1turn}}.card{order:var(--a);animation:turn 1s}',
  )
})

it('keeps the order of layers, because the whole stylesheet follows', () => {
  const css = '@layer base{table{color:red}}@layer parts{.card{color:red}}'
  expect(styles(css, 'card')).toBe('@layer base,parts;@layer parts{.card{color:red}}')
})

it('replaces registered variables that no rule of the page sets', () => {
  const css =
    '@layer properties{*{--style:solid;--lead:initial}}.card{border-style:var(--style);line-height:var(--lead,calc(1 / 2))}.prose{--lead:2}@property --style{syntax:"*";inherits:false;initial-value:solid}@property --lead{syntax:"*";inherits:false}'
  expect(styles(css, 'card')).toBe('@layer properties;.card{border-style:solid;line-height:calc(1 / 2)}')
  expect(styles(css, 'card prose')).toContain('line-height:var(--lead,calc(1 / 2))')
})
