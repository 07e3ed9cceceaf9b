import type { Setting } from '#server/config/setting.ts'
import { SETTINGS } from '#server/config/settings.ts'
import type { Generator } from './generator.ts'
import { replaceBetween } from './replace-between.ts'

const WIDTH = 110

const rows = Object.entries<Setting>(SETTINGS)

const defaultOf = ({ default: value, without }: Setting) => (value === undefined ? without : `\`${value}\``)

const table = () =>
  ['| setting | default | meaning |', '| --- | --- | --- |']
    .concat(
      rows.map(
        ([name, row]) => `| \`${name}\` | ${defaultOf(row)} | ${row.meaning.replaceAll('|', '\\|')} |`,
      ),
    )
    .join('\n')

const plain = (markdown: string) => markdown.replaceAll('`', '').replaceAll(/\[(.+?)\]\((.+?)\)/g, '$1 ($2)')

/** Lines of a comment, no longer than the code's. */
function wrap(text: string): string {
  const lines: string[] = ['#']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > WIDTH) lines.push(`# ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines.join('\n')
}

function exampleOf([name, row]: [string, Setting]): string {
  const { default: value, without, meaning, example = '' } = row
  const words = value === undefined && without !== 'none' ? `${meaning}. Left out: ${without}` : meaning
  const sentence = plain(words.replace(/^[a-z]/, (initial) => initial.toUpperCase()))
  return `${wrap(`${sentence}.`)}\n# ${name}=${value ?? example}\n`
}

/** README's table of settings and .env.example. */
export const generateSettings: Generator = () =>
  Promise.resolve({
    'README.md': replaceBetween('README.md', 'settings', table()),
    '.env.example': [
      '# Settings of a deployment. Copy to .env and uncomment what differs; every one has a default.\n',
      ...rows.map(exampleOf),
    ].join('\n'),
  })
