import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'

/** Fields of every row. A row is deleted together with the data of its person. */
export interface StoredRow {
  key: string
  personId: string
}

/** Rows of one kind in this browser. All calls reject if the browser refuses its database or has no room. */
export interface DeviceStore<Row> {
  all(): Promise<Row[]>
  get(key: string): Promise<Row | undefined>
  put(row: Row): Promise<void>
  delete(keys: readonly string[]): Promise<void>
}

const DATABASE = 'sankofa'
/**
 * One object store for all kinds, so that a new kind needs no upgrade, which an older open page would block.
 */
const ROWS = 'rows'

interface Schema extends DBSchema {
  /** The key is kind and key of the row. */
  rows: { key: [kind: string, key: string]; value: StoredRow }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

function forgetConnection(): void {
  opened = undefined
}

async function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(DATABASE, 1, {
    upgrade: (database) => void database.createObjectStore(ROWS),
    blocking(_current, _blocked, { target }) {
      forgetConnection()
      ;(target as IDBDatabase).close()
    },
    terminated: forgetConnection,
  })
  try {
    return await opened
  } catch (error) {
    forgetConnection()
    throw error
  }
}

type Rows = IDBPObjectStore<Schema, ['rows'], 'rows', 'readwrite'>

/** Commits without waiting for the requests, so that a page that is being closed also writes. */
async function write(requests: (rows: Rows) => Promise<unknown>[]): Promise<void> {
  const transaction = (await open()).transaction(ROWS, 'readwrite', { durability: 'relaxed' })
  const written = requests(transaction.store)
  transaction.commit()
  // A full disk may show only when the whole transaction is written.
  await Promise.all([...written, transaction.done])
}

/** Rows of one kind in the browser's database. */
export class BrowserStore<Row extends StoredRow> implements DeviceStore<Row> {
  readonly kind: string

  constructor(kind: string) {
    this.kind = kind
  }

  async all(): Promise<Row[]> {
    // In IndexedDB, arrays sort after strings.
    const range = IDBKeyRange.bound([this.kind], [this.kind, []])
    return (await (await open()).getAll(ROWS, range)) as Row[]
  }

  async get(key: string): Promise<Row | undefined> {
    return (await (await open()).get(ROWS, [this.kind, key])) as Row | undefined
  }

  put(row: Row): Promise<void> {
    return write((store) => [store.put(row, [this.kind, row.key])])
  }

  delete(keys: readonly string[]): Promise<void> {
    return write((store) => keys.map((key) => store.delete([this.kind, key])))
  }
}
