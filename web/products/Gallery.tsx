import { type KeyboardEvent, useRef, useState } from 'react'
import type { Photo as PhotoData } from '#contract/products.ts'
import { ChevronIcon, CloseIcon, ExpandIcon } from '#web/ui/icons.tsx'
import { Photo, PhotoUnavailable } from '#web/ui/Photo.tsx'

interface GalleryProps {
  photos: PhotoData[]
  title: string
}

interface SlidesProps extends GalleryProps {
  current: number
  onCurrent: (place: number) => void
  track: React.RefObject<HTMLDivElement | null>
  fullscreen?: boolean
}

const SIZES = '(min-width: 1024px) 660px, 100vw'

const isReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Scrolls a snapping row to one of its slides; `onScroll` then tells which one is seen. */
function showSlide(track: HTMLDivElement | null, place: number) {
  track?.scrollTo({ left: place * track.clientWidth, behavior: isReduced() ? 'instant' : 'smooth' })
}

function onKey(event: KeyboardEvent, go: (step: number) => void) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  go(step)
}

/** A row that snaps: swiped on a phone, moved by buttons and arrow keys elsewhere. */
function Slides({ photos, title, current, onCurrent, track, fullscreen = false }: SlidesProps) {
  const count = photos.length
  const go = (step: number) => showSlide(track.current, (current + step + count) % count)
  return (
    <div className="relative">
      <div
        ref={track}
        role="group"
        className={fullscreen ? 'gallery-track gallery-track-full' : 'gallery-track'}
        aria-label={`Photos of ${title}`}
        tabIndex={0}
        onScroll={({ currentTarget: row }) =>
          onCurrent(Math.round(row.scrollLeft / Math.max(1, row.clientWidth)))
        }
      >
        {photos.map((photo, place) => (
          <div key={photo.src} className="gallery-slide">
            <Photo
              photo={photo}
              alt={count > 1 ? `${title}, photo ${place + 1} of ${count}` : title}
              sizes={fullscreen ? '100vw' : SIZES}
              priority={place === 0 && !fullscreen ? 'first' : 'lazy'}
              className="gallery-photo"
            />
          </div>
        ))}
      </div>
      {count > 1 && (
        <>
          <button
            type="button"
            aria-label="Previous photo"
            className="icon-button gallery-step left-2"
            onClick={() => go(-1)}
            onKeyDown={(event) => onKey(event, go)}
          >
            <ChevronIcon direction="left" />
          </button>
          <button
            type="button"
            aria-label="Next photo"
            className="icon-button gallery-step right-2"
            onClick={() => go(1)}
            onKeyDown={(event) => onKey(event, go)}
          >
            <ChevronIcon direction="right" />
          </button>
          <p className="gallery-counter" aria-live="polite">
            {`${current + 1} / ${count}`}
          </p>
        </>
      )}
    </div>
  )
}

function Thumbnails({
  photos,
  current,
  onChoose,
}: {
  photos: PhotoData[]
  current: number
  onChoose: (place: number) => void
}) {
  return (
    <ul className="scroll-row mt-2 p-1">
      {photos.map((photo, place) => (
        <li key={photo.src}>
          <button
            type="button"
            aria-label={`Show photo ${place + 1}`}
            aria-current={place === current ? 'true' : undefined}
            className="gallery-thumbnail"
            onClick={() => onChoose(place)}
          >
            <Photo photo={photo} alt="" sizes="80px" maxWidth={320} className="aspect-[4/3] w-20" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The same slides as large as the screen, opened at the photo that was seen. */
function Fullscreen({
  photos,
  title,
  current,
  onCurrent,
}: GalleryProps & Pick<SlidesProps, 'current' | 'onCurrent'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  function open() {
    setIsOpen(true)
    dialog.current?.showModal()
    requestAnimationFrame(() =>
      track.current?.scrollTo({ left: current * track.current.clientWidth, behavior: 'instant' }),
    )
  }

  return (
    <>
      <button type="button" aria-label="Fullscreen" className="icon-button gallery-expand" onClick={open}>
        <ExpandIcon />
      </button>
      <dialog
        ref={dialog}
        aria-label={`Photos of ${title}`}
        className="gallery-fullscreen"
        onClose={() => setIsOpen(false)}
      >
        {isOpen && (
          <Slides
            photos={photos}
            title={title}
            current={current}
            onCurrent={onCurrent}
            track={track}
            fullscreen
          />
        )}
        <button
          type="button"
          aria-label="Close fullscreen"
          className="icon-button gallery-step top-2 right-2 translate-y-0"
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
        </button>
      </dialog>
    </>
  )
}

export function Gallery({ photos, title }: GalleryProps) {
  const [current, setCurrent] = useState(0)
  const track = useRef<HTMLDivElement>(null)
  if (photos.length === 0) return <PhotoUnavailable className="aspect-[4/3] w-full rounded-card" />
  return (
    <section aria-roledescription="carousel" aria-label="Photos">
      <div className="relative">
        <Slides photos={photos} title={title} current={current} onCurrent={setCurrent} track={track} />
        <Fullscreen photos={photos} title={title} current={current} onCurrent={setCurrent} />
      </div>
      {photos.length > 1 && (
        <Thumbnails photos={photos} current={current} onChoose={(place) => showSlide(track.current, place)} />
      )}
    </section>
  )
}
