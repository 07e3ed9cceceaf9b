import type { CasePhoto as CasePhotoData } from '#contract/moderation/cases/evidence.ts'
import type { Photo as PhotoData } from '#contract/products.ts'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'

export const CasePhoto = ({ photo, alt }: { photo: PhotoData; alt: string }) => (
  <Photo
    photo={photo}
    alt={alt}
    sizes="10rem"
    maxWidth={640}
    className="aspect-[4/3] w-full rounded-control"
  />
)

const CHANGES = { added: 'Added since', removed: 'Removed since' } as const

interface PicturesProps {
  photos: readonly (PhotoData & Partial<Pick<CasePhotoData, 'change'>>)[]
  label: string
}

/** Photos in a grid, each with what became of it since the case was opened. */
export function Pictures({ photos, label }: PicturesProps) {
  if (photos.length === 0) return null
  return (
    <ul aria-label={label} className="my-2 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
      {photos.map((photo, index) => (
        <li key={photo.src}>
          <CasePhoto photo={photo} alt={`Photo ${index + 1}`} />
          {photo.change && (
            <span className={`badge mt-1 ${photo.change === 'added' ? 'badge-gold' : ''}`}>
              {CHANGES[photo.change]}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
