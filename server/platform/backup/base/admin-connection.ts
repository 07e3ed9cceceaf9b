import pg from 'pg'

/**
 * A connection of the superuser's for as long as the work takes. A connection that breaks fails the statement that is
 * under way or the next one, and nothing else.
 */
export async function withAdmin<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The one row that a statement has. */
export async function selectRow<Row extends pg.QueryResultRow>(
  client: pg.Client,
  statement: string,
): Promise<Row> {
  const { rows } = await client.query<Row>(statement)
  if (!rows[0]) throw new Error('One row')
  return rows[0]
}
