import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import { ImageRefused, type ProcessedImage } from '#server/images/image.ts'
import { removePicture, storePicture } from '#server/images/picture-files.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import { type Storage, StorageError } from '#server/storage/storage.ts'
import { quarantineKey } from './photo-files.ts'
import type { PhotosParts } from './photos-parts.ts'
import { selectShown } from './queries.ts'
import type { PhotoRemoval } from './removal.ts'
import { photoSettling } from './settling.ts'
import { selectUpload } from './upload-queries.ts'

/** All that is to be cleared away should the rows be gone when the job runs again. */
interface Received {
  uploadId: string
  attempt: string
  src: string
  /** Below 0 by how many photos of the same seller wait before it. */
  priority: number
}

/** Pictures of other kinds wait in the same line, and on a busy machine it moves slowly. */
const PREPARE_PHOTO = defineJob<Received>('prepare-photo', { timeoutSeconds: 60 * 60 })
/** While the storage has no room. Such waiting is not a failure, and does not end by itself. */
const NO_ROOM_SECONDS = 60
/** As many as are sent in bulk. */
const LOWEST_PRIORITY = -20

export type PhotoPreparation = ReturnType<typeof photoPreparation>

interface PreparationParts extends PhotosParts {
  removal: PhotoRemoval
}

interface Queued {
  id: string
  attempt: string
  image_url: string
  /** How many photos of the same seller wait before it. */
  ahead: number
}

async function readReceived(storage: Storage, attempt: string): Promise<Uint8Array> {
  const found = await storage.read(quarantineKey(attempt))
  // The storage was exchanged for another one, or restored to an earlier day.
  if (!found) throw new ImageRefused('damaged')
  return new Response(found.stream).bytes()
}

/** Makes of what was received what is shown. */
export function photoPreparation(parts: PreparationParts) {
  const { db, storage, images, jobs, log } = parts
  const settling = photoSettling(parts)

  const enqueue = (tx: Database, received: Received, runAfterSeconds?: number) =>
    jobs.enqueue(tx, PREPARE_PHOTO, received, {
      singletonKey: received.uploadId,
      priority: received.priority,
      runAfterSeconds,
    })

  async function encode({ attempt, src }: Received): Promise<ProcessedImage> {
    const image = await images.process(await readReceived(storage, attempt))
    await storePicture(storage, src, image.files)
    return image
  }

  /** Files that no row names: what was received of a photo that is settled, and what was made of a deleted one. */
  async function clearAway({ uploadId, attempt, src }: Received) {
    const upload = await selectUpload(db, uploadId)
    if (upload?.state === 'waiting') return
    const isShown = upload?.state === 'ready' || (await selectShown(db, [src])).length > 0
    if (!isShown) await removePicture(storage, src, PHOTO_WIDTHS)
    await storage.remove(quarantineKey(attempt))
  }

  async function prepare(received: Received): Promise<void> {
    const upload = await selectUpload(db, received.uploadId)
    if (upload?.state === 'waiting') {
      try {
        await settling.show(received.uploadId, await encode(received))
      } catch (error) {
        if (!(error instanceof ImageRefused)) throw error
        await settling.refuse(received.uploadId, error)
      }
    }
    await clearAway(received)
  }

  jobs.handle(PREPARE_PHOTO, async (received) => {
    try {
      await prepare(received)
    } catch (error) {
      if (!(error instanceof StorageError) || error.reason !== 'full') throw error
      log.warn({ err: error }, 'no room for photos: they are prepared once there is some')
      await enqueue(db, received, NO_ROOM_SECONDS)
    }
  })

  return {
    /** Everybody's first photo comes before anybody's second, so that one person's bulk holds up nobody. */
    queue: (tx: Database, { id, attempt, image_url, ahead }: Queued): Promise<void> =>
      enqueue(tx, { uploadId: id, attempt, src: image_url, priority: Math.max(-ahead, LOWEST_PRIORITY) }),
  }
}
