import { Photo } from '#web/platform/ui/pictures/Photo.tsx'
import type { PhotoEntry } from './photo-entries.ts'

function stateText({ state, photo, message }: PhotoEntry): string | undefined {
  if (state === 'pending') return message ?? 'Waiting to be sent'
  if (state === 'success' && !photo) return 'Sent, being prepared'
  return undefined
}

/** A photo's picture, covered by its progress or problem. */
export function PhotoThumbnail({ entry, alt }: { entry: PhotoEntry; alt: string }) {
  const { state, photo, preview, progress, name } = entry
  const text = stateText(entry)
  return (
    <span className="photo-frame block" data-state={state}>
      {photo ? (
        <Photo
          photo={photo}
          alt={alt}
          sizes="(max-width: 767px) 8rem, 14rem"
          maxWidth={640}
          className="photo-cover"
        />
      ) : preview ? (
        <img src={preview} alt={alt} className="photo photo-cover" />
      ) : (
        <span className="photo photo-cover block">
          <span className="sr-only">{alt}</span>
        </span>
      )}
      {state === 'uploading' && (
        <span className="photo-state">
          <progress className="photo-progress" aria-label={`Sending ${name}`} value={progress} max={1} />
          <span aria-hidden="true">{`${Math.round(progress * 100)} %`}</span>
        </span>
      )}
      {text && <span className="photo-state">{text}</span>}
    </span>
  )
}
