/** The browser's own database of conversations: what is kept to be read offline, and what waits to be sent. */
const NAME = 'sankofa.conversations'

type StoreName = 'kept' | 'outbox'

const outcome = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Not kept')))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('kept', { keyPath: 'key' })
    request.result.createObjectStore('outbox', { keyPath: 'clientKey' })
  })
  return outcome(request)
}

/** Rejects where the browser forbids such a database, or it is full. */
export async function withStore<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction(name, mode)
    const written = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not kept')))
    })
    const result: unknown = await outcome(work(transaction.objectStore(name)))
    // A request's success is not yet the transaction's.
    await written
    return result as Result
  } finally {
    database.close()
  }
}
