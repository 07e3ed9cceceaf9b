import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import type { Generator } from './generate/generator.ts'
import { generateAgreementSteps } from './generate/agreement-steps.ts'
import { generateApiAddresses } from './generate/api-addresses.ts'
import { generateDataModel } from './generate/data-model.ts'
import { generateMigrationChecksums } from './generate/migration-checksums.ts'
import { generateSchema } from './generate/schema.ts'
import { generateSettings } from './generate/settings.ts'

// `npm run generate` writes every generated file, `npm run generate -- schema` those of one generator;
// `--check` writes nothing and fails when a file is stale.

/** In order: the checksums must be written before migrations run. */
const GENERATORS: Record<string, Generator> = {
  'migration-checksums': generateMigrationChecksums,
  schema: generateSchema,
  'data-model': generateDataModel,
  settings: generateSettings,
  'api-addresses': generateApiAddresses,
  'agreement-steps': generateAgreementSteps,
}

const repository = join(import.meta.dirname, '..')

/** Runs `task` with a database that starts on demand. */
async function withDatabase<T>(task: (migratedDatabase: () => Promise<string>) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-generate-'))
  chmodSync(dataDir, 0o755)
  const start = async () => {
    const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off', shared_buffers: '64MB' } })
    await prepareDatabase(postgres.url)
    return postgres
  }
  let started: ReturnType<typeof start> | undefined
  try {
    return await task(async () => {
      started ??= start()
      return (await started).url
    })
  } finally {
    await (await started)?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Formats the text like `npm run format`. */
function format(path: string, text: string): string {
  if (!/\.(ts|js|json|md|css)$/.test(path)) return text
  const oxfmt = join(repository, 'node_modules/oxfmt/bin/oxfmt')
  return execFileSync(process.execPath, [oxfmt, '--stdin-filepath', path], { input: text, encoding: 'utf8' })
}

function readExisting(path: string): string | undefined {
  try {
    return readFileSync(join(repository, path), 'utf8')
  } catch {
    return undefined
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const names = positionals.length > 0 ? positionals : Object.keys(GENERATORS)
  await withDatabase(async (migratedDatabase) => {
    for (const name of names) {
      const generate = GENERATORS[name]
      if (!generate)
        throw new Error(`There is no generator '${name}'. They are: ${Object.keys(GENERATORS).join(', ')}.`)
      for (const [path, text] of Object.entries(await generate({ migratedDatabase }))) {
        const fresh = format(path, text)
        if (readExisting(path) === fresh) continue
        if (values.check) {
          console.error(`${path} is stale: run npm run generate`)
          process.exitCode = 1
          continue
        }
        writeFileSync(join(repository, path), fresh)
        console.log(`${path} is written`)
      }
    }
  })
}

await main()
