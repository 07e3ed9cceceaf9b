import { reduceHere, type ReducedPhoto } from './draw-photo.ts'

/** One worker for all photos, because several decoded at once would fill a phone's memory. */
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
 * Reduces a photo to a JPEG of at most 1920 pixels a side without location data, if that is smaller. It works off the
 * main thread if the browser can. It never fails: a file that cannot be read is returned unchanged.
 */
export async function reducePhoto(file: Blob): Promise<ReducedPhoto> {
  if (worker === undefined) worker = startWorker()
  if (!worker) return reduceHere(file)
  try {
    return await reduceInWorker(worker, file)
  } catch {
    // The worker's script could not be loaded, as on a page opened offline.
    worker = null
    return reduceHere(file)
  }
}
