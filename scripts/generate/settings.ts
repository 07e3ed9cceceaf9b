import type { Setting } from '#server/config/setting.ts'
import { SETTINGS } from '#server/config/settings.ts'
import type { Generator } from './generator.ts'
import { replaceBetween } from './replace-between.ts'

const WIDTH = 110

const rows = Object.entries<Setting>(SETTINGS)

const defaultOf = ({ default: value, without }: Setting) => (value === undefined ? without : `\`${value}\``)

const GROUPS = [
  { title: 'Before you open', use: 'live', words: 'A public site needs all of these.' },
  { title: 'Optional', use: undefined, words: 'Every one has a default that works.' },
  { title: 'Only for tests', use: 'tests', words: 'Leave these alone on a public site.' },
] as const

/** Adapts links for a page in docs/, because the meanings link from the top folder. */
const fromDocs = (markdown: string) => markdown.replaceAll('](docs/', '](')

const rowOf = ([name, row]: [string, Setting]) =>
  `| \`${name}\` | ${defaultOf(row)} | ${fromDocs(row.meaning).replaceAll('|', '\\|')} |`

const tables = () =>
  GROUPS.map(({ title, use, words }) =>
    [
      `## ${title}\n\n${words}\n`,
      '| setting | default | meaning |',
      '| --- | --- | --- |',
      ...rows.filter(([, row]) => row.use === use).map(rowOf),
    ].join('\n'),
  ).join('\n\n')

const plain = (markdown: string) => markdown.replaceAll('`', '').replaceAll(/\[(.+?)\]\((.+?)\)/g, '$1 ($2)')

/** Wraps a comment to the code's line length. */
function wrap(text: string): string {
  const lines: string[] = ['#']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > WIDTH) lines.push(`# ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines.join('\n')
}

/** A shell that reads the file needs the quotes as well. */
const quoted = (value: string) => (/[\s<>]/.test(value) ? `"${value}"` : value)

function exampleOf([name, row]: [string, Setting]): string {
  const { default: value, without, meaning, example = '' } = row
  const words = value === undefined && without !== 'none' ? `${meaning} Without it: ${without}.` : meaning
  return `${wrap(plain(words))}\n# ${name}=${quoted(value ?? example)}\n`
}

/** Writes the tables of docs/settings.md and .env.example. */
export const generateSettings: Generator = () =>
  Promise.resolve({
    'docs/settings.md': replaceBetween('docs/settings.md', 'settings', tables()),
    '.env.example': [
      '# Copy to .env, uncomment what you need and change it. docs/settings.md explains every setting.\n',
      ...rows.map(exampleOf),
    ].join('\n'),
  })
