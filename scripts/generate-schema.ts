import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ColumnTypeNode, generate, getDialect, IdentifierNode, UnionExpressionNode } from 'kysely-codegen'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

const FILE = join(import.meta.dirname, '../server/db/schema.ts')

async function generateSchema(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-schema-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off', shared_buffers: '64MB' } })
  try {
    await migrate(postgres.url)
    const dialect = getDialect('postgres', { dateParser: 'string', numericParser: 'string' })
    const db = connect(postgres.url)
    // As server/db/value-parsers.ts reads them.
    dialect.adapter.scalars.timestamptz = new IdentifierNode('string')
    const wholeNumbers = new UnionExpressionNode(['number', 'bigint'].map((name) => new IdentifierNode(name)))
    dialect.adapter.definitions.Int8 = new ColumnTypeNode(
      new IdentifierNode('number'),
      wholeNumbers,
      wholeNumbers,
    )
    const text = await generate({
      db,
      dialect,
      outFile: null,
      // The tables of pg-boss are its own affair.
      includePattern: 'public.*',
      excludePattern: 'public.schema_migrations',
      typeOnlyImports: true,
    })
    await db.destroy()
    return text
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const fresh = await generateSchema()
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, fresh)
  console.log('server/db/schema.ts is written')
} else if (readFileSync(FILE, 'utf8') !== fresh) {
  console.error('server/db/schema.ts is stale: run npm run schema')
  process.exitCode = 1
}
