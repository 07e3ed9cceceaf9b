import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HELP } from '#scripts/admin/run-admin.ts'
import { selectSteps } from '#scripts/test-steps.js'

const top = join(import.meta.dirname, '../..')
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: top })

/** Matches `server/app.ts`, but neither `server/<domain>/x.ts` nor the example `contract/NNNN.ts`. */
const NAMED_PATH =
  /`((?:contract|server|web|demo|testing|e2e|bench|scripts|docs|legal|deploy|\.ci|\.github)\/[\w./-]*)`/g
const LINK = /\]\((?!https?:|mailto:|#)([^)#]+)(?:#[^)]*)?\)/g
const SECTION_LINK = /\]\((?!https?:|mailto:)([^)#]*)#([^)]+)\)/g

const sectionsOf = (text: string) =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test.each(DOCUMENTS)('every path that %s names exists', (document) => {
  const text = readFileSync(join(top, document), 'utf8')
  const named = Array.from(text.matchAll(NAMED_PATH), ([, path = '']) => path)
  const linked = Array.from(text.matchAll(LINK), ([, path = '']) => join(dirname(document), path))
  const paths = [...named, ...linked].filter((path) => !path.includes('NNNN'))
  expect(paths.filter((path) => !existsSync(join(top, path)))).toEqual([])
})

test.each(DOCUMENTS)('every section that %s links to exists', (document) => {
  const text = readFileSync(join(top, document), 'utf8')
  const links = Array.from(text.matchAll(SECTION_LINK), ([, path = '', section = '']) => ({
    path: path === '' ? document : join(dirname(document), path),
    section,
  })).filter(({ path }) => path.endsWith('.md'))
  const isDead = ({ path, section }: (typeof links)[number]) =>
    !sectionsOf(readFileSync(join(top, path), 'utf8')).includes(section)
  expect(links.filter(isDead)).toEqual([])
})

test('docs/operations/alerts.md explains every alert', () => {
  const named = (path: string, alert: RegExp) =>
    Array.from(readFileSync(join(top, path), 'utf8').matchAll(alert), ([, name = '']) => name).toSorted()
  expect(named('docs/operations/alerts.md', /^\| `(\w+)`/gm)).toEqual(
    named('deploy/prometheus/alerts.yml', /- alert: (\w+)/g),
  )
})

const { scripts } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as { scripts: object }

/** The changelog may name commands that no longer exist. */
const CURRENT = DOCUMENTS.filter((document) => document !== 'CHANGELOG.md')

test.each(CURRENT)('every command that %s names exists', (document) => {
  const text = readFileSync(join(top, document), 'utf8')
  const named = Array.from(text.matchAll(/\bnpm run ([\w:-]+)/g), ([, name = '']) => name)
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  const commands = Array.from(text.matchAll(/\bnpm run admin -- ([a-z][\w-]*)/g), ([, name = '']) => name)
  expect(commands.filter((name) => !HELP.includes(`\n  ${name}`))).toEqual([])
})

/** Arguments that documents pass to npm scripts, as in `npm test -- unit lint`. */
const argumentsIn = (document: string, script: string) =>
  Array.from(
    readFileSync(join(top, document), 'utf8').matchAll(new RegExp(`\\bnpm ${script} --((?: [\\w-]+)+)`, 'g')),
    ([, names = '']) => names.trim().split(' '),
  ).flat()

test.each(CURRENT)('every test step that %s names exists', (document) => {
  const steps = argumentsIn(document, 'test').filter((name) => name !== '--changed')
  expect(() => selectSteps(steps)).not.toThrow()
})

const program = readFileSync(join(top, 'bench/main.ts'), 'utf8')
const BENCH_ARGUMENTS = [
  ...Array.from(program.matchAll(/^ {2}'?([\w-]+)'?: (?:\(\) => )?\w+Rows\b/gm), ([, section]) => section),
  ...Array.from(program.matchAll(/positionals\.includes\('(\w+)'\)/g), ([, part]) => part),
  ...Array.from(program.matchAll(/^ {4}(\w+): \{ type: /gm), ([, option]) => `--${option}`),
]

test.each(CURRENT)('every part of the benchmark that %s names exists', (document) => {
  expect(BENCH_ARGUMENTS).toEqual(expect.arrayContaining(['start', 'slow-clients', 'capacity', '--large']))
  expect(argumentsIn(document, 'run bench').filter((name) => !BENCH_ARGUMENTS.includes(name))).toEqual([])
})

/** Sections of ASVS 5.0.0 with the levels of their requirements, in order: '112' is two of level 1 and one of level 2. */
const LEVELS: Record<string, string> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
}

const REQUIREMENTS = Object.entries(LEVELS).flatMap(([section, levels]) =>
  Array.from(levels, (level, index) => `**${section}.${index + 1}** L${level}`).filter(
    (requirement) => !requirement.endsWith('3'),
  ),
)

const SECURITY = ['docs/security.md', 'docs/security-checklist.md'] as const

describe('docs/security.md and its checklist', () => {
  const [page, checklist] = SECURITY.map((path) => readFileSync(join(top, path), 'utf8')) as [string, string]
  const text = page + checklist

  test('have every requirement of ASVS 5.0.0 at levels 1 and 2 once', () => {
    const written = Array.from(text.matchAll(/\*\*\d+\.\d+\.\d+\*\* L\d/g), ([each]) => each)
    expect(written.toSorted()).toEqual(REQUIREMENTS.toSorted())
  })

  test('count requirements that are met, not met and not applicable', () => {
    const [met = '', others = ''] = checklist.split('## What does not apply')
    const count = (part: string, of: RegExp) => part.match(of)?.length ?? 0
    const counts = [
      REQUIREMENTS.length,
      count(met, /^- \*\*\d/gm),
      count(page, /^- \*\*\d/gm),
      count(others, /\*\*\d/g),
    ]
    const said = /Of (\d+) requirements (\d+) are met, (\d+) are .*, and (\d+) \[do not apply/.exec(page)
    expect(said?.slice(1).map(Number)).toEqual(counts)
  })

  test('name the evidence of each requirement, or why it is not met', () => {
    const unproved = (part: string, proof: RegExp) =>
      part.split('\n').filter((line) => /^- \*\*\d/.test(line) && !proof.test(line))
    expect(unproved(checklist, /: \[/)).toEqual([])
    expect(unproved(page, /: \*\*Not met\.\*\* \S/)).toEqual([])
  })

  test.each(SECURITY)('every evidence that %s links to is in its file', (document) => {
    const links = Array.from(
      readFileSync(join(top, document), 'utf8').matchAll(/\[`?([^\]]+?)`?\]\(\.\.\/([^)#]+)\)/g),
      ([, name = '', path = '']) => [name, path] as const,
    ).filter(([, path]) => !path.endsWith('.md'))
    const isDead = ([name, path]: (typeof links)[number]) =>
      !existsSync(join(top, path)) || !readFileSync(join(top, path), 'utf8').includes(name)
    expect(links.filter(isDead)).toEqual([])
  })
})
