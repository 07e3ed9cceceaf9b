import { RETIRED_WORDS } from '#scripts/checks/retired-words.ts'
import type { Generator } from './generator.ts'
import { replaceBetween } from './replace-between.ts'

const row = ({ word, forms = [], say }: (typeof RETIRED_WORDS)[number]) =>
  `| ${[word, ...forms].join(', ')} | ${say} |`

/** The table of retired words in the glossary. */
export const generateGlossary: Generator = () => {
  const table = ['| retired | say |', '| --- | --- |', ...RETIRED_WORDS.map(row)].join('\n')
  return Promise.resolve({ 'docs/glossary.md': replaceBetween('docs/glossary.md', 'retired words', table) })
}
