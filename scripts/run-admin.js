import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, repository } from './install.js'

// The settings of the site, as scripts/start.js reads them.
const settings = existsSync(join(repository, '.env')) ? ['--env-file=.env'] : []
const { status, error } = spawnSync(
  projectNode,
  [...settings, join('scripts', 'admin.ts'), ...process.argv.slice(2)],
  {
    cwd: repository,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
  },
)
if (error) console.error('Nothing is installed yet: run npm start once.')
process.exitCode = status ?? 1
