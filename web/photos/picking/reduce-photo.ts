import { reduceHere, type ReducedPhoto } from './draw-photo.ts'

/** One worker for all photos, since several decoded at once would fill a phone's memory. */
let worker: Worker | null | undefined

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null
  return new Worker(new URL('./reduce-worker.ts', import.meta.url), { type: 'module' })
}

function reduceInWorker(busy: Worker, file: Blob): Promise<ReducedPhoto> {
  const { port1: here, port2: there } = new MessageChannel()
  return new Promise((resolve, reject) => {
    here.addEventListener('message', ({ data }) => resolve(data as ReducedPhoto))
    here.start()
    busy.addEventListener('error', reject, { once: true })
    busy.postMessage(file, [there])
  })
}

/**
 * A photo as it is worth sending: at most 1920 pixels a side, a JPEG without location data, if that is smaller. Off the
 * main thread where the browser can. Never fails: what cannot be read is handed back as it came.
 */
export async function reducePhoto(file: Blob): Promise<ReducedPhoto> {
  if (worker === undefined) worker = startWorker()
  if (!worker) return reduceHere(file)
  try {
    return await reduceInWorker(worker, file)
  } catch {
    // Its script did not come, as on a page opened offline.
    worker = null
    return reduceHere(file)
  }
}
