import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, repository } from './install.js'

// `run-command.js admin role …` runs scripts/admin.ts with the site's settings, as scripts/start.js reads
// them.
const [command, ...words] = process.argv.slice(2)
const settings = existsSync(join(repository, '.env')) ? ['--env-file=.env'] : []
const { status, error } = spawnSync(projectNode, [...settings, join('scripts', `${command}.ts`), ...words], {
  cwd: repository,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
})
if (error) console.error('Nothing is installed yet: run npm start once.')
process.exitCode = status ?? 1
