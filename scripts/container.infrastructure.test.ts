import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '#testing/scale/free-port.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { until } from '#testing/until.ts'
import { importLines } from '#scripts/checks/import-lines.ts'

const repository = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(repository, path), 'utf8')

const steps = read('Dockerfile')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
const lastStage = steps.slice(steps.findLastIndex((step) => step.startsWith('FROM ')))
/** Target of each copied path or pattern of the repository. */
const copies = lastStage
  .filter((step) => step.startsWith('COPY --from=build '))
  .flatMap((step) => {
    const words = step.split(' ').slice(2)
    const target = words.at(-1) ?? ''
    return words.slice(0, -1).map((path) => ({ path: path.replace('/app/', ''), target }))
  })
const copied = copies.map(({ path }) => path)

const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }

it("the image has the project's Node, an unprivileged user and a health check", () => {
  for (const step of steps.filter((each) => each.startsWith('FROM ')))
    expect(step).toContain(`node:${dependencies.node}-`)
  expect(lastStage).toContain('USER node')
  expect(lastStage.some((step) => step.startsWith('HEALTHCHECK '))).toBe(true)
})

/** Folders that the image's build creates. */
const BUILT = ['node_modules', 'dist']
/** Needed only to serve the client unbuilt. */
const NOT_IN_IMAGE = 'server/platform/http/pages/vite-pages.ts'

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
const isInImage = (specifier: string) =>
  specifier.startsWith('.') || specifier.startsWith('node:')
    ? true
    : specifier.startsWith('#')
      ? copied.some((path) => path === specifier.slice(1).split('/')[0] || specifier.startsWith(`#${path}/`))
      : packageOf(specifier) in dependencies

it('the image holds every file and package that the server and its commands load', () => {
  const paths = copied.filter((path) => !BUILT.includes(path))
  expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([])
  const files = [
    ...globSync(`{${paths.join(',')}}/**/*.ts`, { cwd: repository }),
    ...paths.filter((path) => path.endsWith('.ts')),
  ]
  const missing = files
    .filter((path) => !path.endsWith('.test.ts') && path !== NOT_IN_IMAGE)
    .flatMap((path) => importLines(read(path)).map((line) => ({ path, ...line })))
    .filter(({ typeOnly, specifier }) => !typeOnly && !isInImage(specifier))
  expect(missing.map(({ path, specifier }) => `${path}: ${specifier}`)).toEqual([])
})

/** Copies the image's files into a folder on this machine. */
function layOut(folder: string): void {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  for (const { path, target } of copies) {
    if (path === 'node_modules') continue
    const isWithin = target.endsWith('/') || path === 'package.json'
    const to = join(folder, target, isWithin ? basename(path) : '')
    mkdirSync(dirname(to), { recursive: true })
    cpSync(join(repository, path), to, { recursive: true })
  }
}

const words = (instruction: string): string[] => {
  const step = new RegExp(`^${instruction} (\\[.*\\])$`)
  return lastStage.flatMap((each) => JSON.parse(step.exec(each)?.[1] ?? '[]') as string[])
}

/** Commands on the pages for operators, except those that need a clone of the repository. */
const operatorCommands = (): string[] => {
  const pages = globSync('docs/{operations.md,operations/*.md}', { cwd: repository }).map(read).join('\n')
  const names = Array.from(pages.matchAll(/npm run ([\w:]+)/g), ([, name = '']) => name)
  return [...new Set(names)].filter((name) => !IN_A_CLONE.includes(name)).toSorted()
}
const IN_A_CLONE = ['bench', 'outages', 'seed', 'test:infrastructure']

it("the image serves the site and has every operator's command", async () => {
  const folder = createTemporaryFolder('sankofa-image-')
  const app = join(folder, 'app')
  // The database's own account must be able to enter the folder.
  chmodSync(folder, 0o755)
  mkdirSync(app)
  layOut(app)
  const settings = lastStage.find((step) => step.startsWith('ENV ')) ?? ''
  const env = {
    ...Object.fromEntries(
      settings
        .split(' ')
        .slice(1)
        .map((each) => each.split('=') as [string, string]),
    ),
    PATH: [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    HOME: folder,
    DEMO: 'off',
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backup'),
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  }
  const run = async (command: string, ...args: string[]) =>
    (await promisify(execFile)(command, args, { cwd: app, env })).stdout
  const [program = '', ...args] = words('CMD')
  const site = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  site.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)))
  const ended = once(site, 'exit')
  onTestFinished(async () => {
    site.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const [check = '', ...how] = words('HEALTHCHECK .*CMD')
  await until(async () => {
    if (site.exitCode !== null) throw new Error(`The site exited during its start: ${said}`)
    return run(check, ...how).then(
      () => true,
      () => false,
    )
  })
  const expected: Record<string, RegExp> = {
    // The backup shares a disk with the data here, which is the only problem reported.
    admin: /^Works on .*\nBACKUP_DIR is on the disk of DATA_DIR and .*\n$/,
    backup: /^Backed up \d+ rows/m,
    drill: /^Every step succeeded\.$/m,
    restore: /^Restored to 20/m,
  }
  expect(operatorCommands()).toEqual(Object.keys(expected))
  for (const [command, outcome] of Object.entries(expected)) {
    if (command === 'restore') {
      site.kill('SIGTERM')
      await ended
    }
    const more = command === 'admin' ? ['--', 'health'] : []
    const output = await run('npm', 'run', command, ...more).catch(({ stderr }: { stderr: string }) => stderr)
    expect(output).toMatch(outcome)
  }
})
