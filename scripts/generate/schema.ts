import { ColumnTypeNode, generate, getDialect, IdentifierNode, UnionExpressionNode } from 'kysely-codegen'
import { connect } from '#server/platform/db/connect.ts'
import type { Generator } from './generator.ts'

/** Types of the database's tables and columns. */
export const generateSchema: Generator = async ({ migratedDatabase }) => {
  const dialect = getDialect('postgres', { dateParser: 'string', numericParser: 'string' })
  // The same types as in server/platform/db/value-parsers.ts.
  dialect.adapter.scalars.timestamptz = new IdentifierNode('string')
  const wholeNumbers = new UnionExpressionNode(['number', 'bigint'].map((name) => new IdentifierNode(name)))
  dialect.adapter.definitions.Int8 = new ColumnTypeNode(
    new IdentifierNode('number'),
    wholeNumbers,
    wholeNumbers,
  )
  const db = connect(await migratedDatabase())
  try {
    const text = await generate({
      db,
      dialect,
      outFile: null,
      // pg-boss manages its own tables.
      includePattern: 'public.*',
      excludePattern: 'public.schema_*',
      typeOnlyImports: true,
    })
    return { 'server/platform/db/schema.ts': text }
  } finally {
    await db.destroy()
  }
}
