import pg from 'pg'

const { builtins } = pg.types

/**
 * Turns '2026-10-01 12:00:00.1+00' into '2026-10-01T12:00:00.100Z', ISO 8601 in UTC with at least milliseconds. It
 * stays text because a Date would lose microseconds, and a cursor would then skip rows.
 */
function isoTimestamp(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text)
  if (found) return `${found[1]}T${found[2]}.${(found[3] ?? '').padEnd(3, '0')}Z`
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

const asText = (text: string) => text

const PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: asText,
  [builtins.TIMESTAMPTZ]: isoTimestamp,
  [builtins.TIMESTAMP]: asText,
  [builtins.DATE]: asText,
}

export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format: 'text' | 'binary' = 'text') {
    const own = format === 'text' ? PARSERS[oid] : undefined
    return own ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown)
  },
}
