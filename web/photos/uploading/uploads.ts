import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import type { Collection } from '#web/platform/offline/collection.ts'
import { Queue, type QueueItem, type QueueOptions } from '#web/platform/offline/queue.ts'
import type { Upload } from '#web/photos/photo-entries.ts'
import type { UnsentPhoto } from './unsent-photos.ts'
import { judgeUpload } from './upload-failure.ts'

const STATES = { waiting: 'pending', sending: 'uploading', refused: 'error' } as const

export function toUpload(item: QueueItem<UnsentPhoto>): Upload {
  const { key, name, replaces, progress } = item
  const hasFailed = item.state === 'refused'
  const isWaiting = item.state === 'waiting' && item.isHeldUp
  // A waiting photo has not failed yet and may be tried again at once.
  const { canRetry = isWaiting, isPassing = false, isFault = false } = hasFailed ? item : {}
  const failure = { canRetry, isPassing, isFault, message: hasFailed || isWaiting ? item.reason : null }
  const own = { key, id: null, name, replaces, state: STATES[item.state], progress, isWaiting }
  return { ...own, ...failure, photo: null, preview: null, isRemoving: false }
}

interface Group {
  group: string
  rows: Collection<UnsentPhoto>
}

/** The unsent photos of a group in the order in which they were chosen. */
export const groupPhotos = ({ group, rows }: Group): UnsentPhoto[] =>
  rows
    .rows()
    .filter((photo) => photo.group === group)
    .toSorted((one, other) => one.storedAt - other.storedAt)

type Sending = Pick<QueueOptions<UnsentPhoto, OwnPhoto>, 'send' | 'onSent'>

export const createPhotoQueue = ({ group, rows }: Group, sending: Sending) =>
  new Queue<UnsentPhoto, OwnPhoto>({
    name: 'photos',
    rows,
    isOwn: (photo) => photo.group === group,
    subjectOf: (photo) => photo.group,
    orderOf: ({ storedAt }) => storedAt,
    isFollowing: true,
    judge: judgeUpload,
    ...sending,
  })

export type PhotoQueue = ReturnType<typeof createPhotoQueue>
