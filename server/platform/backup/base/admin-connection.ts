import pg from 'pg'

/**
 * Opens a superuser's connection while the work runs. A broken connection fails only the current statement or the
 * next one.
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

/** The only row of a statement's result. */
export async function selectRow<Row extends pg.QueryResultRow>(
  client: pg.Client,
  statement: string,
): Promise<Row> {
  const { rows } = await client.query<Row>(statement)
  if (!rows[0]) throw new Error('The statement returned no row')
  return rows[0]
}
