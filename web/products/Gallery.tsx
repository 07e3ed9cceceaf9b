import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Photo as PhotoData } from '#contract/products.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ChevronIcon, CloseIcon, ExpandIcon } from '#web/platform/ui/icons.tsx'
import { openModal } from '#web/platform/ui/dialogs/open-modal.ts'
import { Photo, PhotoUnavailable } from '#web/platform/ui/pictures/Photo.tsx'

interface GalleryProps {
  photos: PhotoData[]
  title: string
}

/**
 * A little less than a phone's whole width: a screen of 720 pixels then loads the 640-pixel photo, which hardly differs
 * and has a third of the data. A finer screen loads the large photo.
 */
const SIZES = '(min-width: 1024px) 660px, (min-width: 768px) 100vw, 85vw'

const isReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The gallery's shape; photos of another one have its own blurred colours beside them. */
const FRAME = 4 / 3

const isLetterboxed = ({ width, height }: PhotoData) => Math.abs(width / height / FRAME - 1) > 0.02

type Track = RefObject<HTMLDivElement | null>

interface Slides {
  current: number
  show: (index: number, behavior?: ScrollBehavior) => void
  go: (step: number) => void
  /** Handlers of the track, which show the current photo and handle arrow keys. */
  handlers: Pick<ComponentProps<'div'>, 'onScroll' | 'onScrollEnd' | 'onPointerDown'> & {
    onKeyDown: (event: KeyboardEvent) => void
  }
}

/** A row that snaps to its photos. Steps count from the target of the current scroll, so that quick taps add up. */
function useSlides(
  track: Track,
  { count, current, onCurrent }: { count: number; current: number; onCurrent: (index: number) => void },
): Slides {
  const target = useRef<number>(undefined)
  const forgetTarget = () => {
    target.current = undefined
  }

  function show(index: number, behavior: ScrollBehavior = isReduced() ? 'instant' : 'smooth') {
    target.current = index
    track.current?.scrollTo({ left: index * track.current.clientWidth, behavior })
  }

  const go = (step: number) => show(((target.current ?? current) + step + count) % count)

  return {
    current,
    show,
    go,
    handlers: {
      onKeyDown: (event) => onArrowKey(event, go),
      onScroll: ({ currentTarget: row }) =>
        onCurrent(Math.round(row.scrollLeft / Math.max(1, row.clientWidth))),
      onScrollEnd: forgetTarget,
      // A finger on the row now controls it.
      onPointerDown: forgetTarget,
    },
  }
}

function onArrowKey(event: KeyboardEvent, go: (step: number) => void) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  go(step)
}

const STEPS = [
  { step: -1, label: 'Previous photo', direction: 'left', side: 'left-2' },
  { step: 1, label: 'Next photo', direction: 'right', side: 'right-2' },
] as const

interface SlideRowProps extends GalleryProps {
  track: Track
  slides: Slides
  isFull?: boolean
}

/** Slides that people swipe on a phone, and move by buttons and arrow keys elsewhere. */
function SlideRow({ photos, title, track, slides, isFull = false }: SlideRowProps) {
  const count = photos.length
  return (
    <>
      <div
        ref={track}
        role="group"
        className={isFull ? 'gallery-track gallery-track-full' : 'gallery-track'}
        aria-label={`Photos of ${title}`}
        tabIndex={0}
        {...slides.handlers}
      >
        {photos.map((photo, index) => (
          <div key={photo.src} className="gallery-slide">
            {!isFull && isLetterboxed(photo) && (
              // The same file again: it costs no data.
              <Photo photo={photo} alt="" sizes={SIZES} className="gallery-shade" isDecoration />
            )}
            <Photo
              photo={photo}
              alt={count > 1 ? `${title}, photo ${index + 1} of ${count}` : title}
              sizes={isFull ? '100vw' : SIZES}
              priority={index === 0 && !isFull ? 'first' : 'lazy'}
              className="gallery-photo"
            />
          </div>
        ))}
      </div>
      {count > 1 && (
        <>
          {STEPS.map(({ step, label, direction, side }) => (
            <button
              key={label}
              type="button"
              aria-label={label}
              className={`icon-button gallery-step noscript:hidden ${side}`}
              onClick={() => slides.go(step)}
              onKeyDown={slides.handlers.onKeyDown}
            >
              <ChevronIcon direction={direction} />
            </button>
          ))}
          <p className="gallery-counter noscript:hidden" aria-live="polite">
            {`${slides.current + 1} / ${count}`}
          </p>
          <p aria-hidden="true" className="gallery-dots noscript:hidden">
            {photos.map(({ src }, index) => (
              <span key={src} data-current={index === slides.current || undefined} />
            ))}
          </p>
        </>
      )}
    </>
  )
}

function Thumbnails({
  photos,
  current,
  onChoose,
}: {
  photos: PhotoData[]
  current: number
  onChoose: (index: number) => void
}) {
  return (
    <ul className="scroll-row mt-2 p-1 noscript:hidden">
      {photos.map((photo, index) => (
        <li key={photo.src}>
          <button
            type="button"
            aria-label={`Show photo ${index + 1}`}
            aria-current={index === current ? 'true' : undefined}
            className="gallery-thumbnail"
            onClick={() => onChoose(index)}
          >
            <Photo photo={photo} alt="" sizes="80px" maxWidth={320} className="aspect-[4/3] w-20" />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface FullscreenProps extends GalleryProps {
  current: number
  onCurrent: (index: number) => void
  /** Called with the index of the last photo shown. */
  onClose: (index: number) => void
}

/** The same slides in full screen, opened at the current photo. */
function Fullscreen({ photos, title, current, onCurrent, onClose }: FullscreenProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const track = useRef<HTMLDivElement>(null)
  const slides = useSlides(track, { count: photos.length, current, onCurrent })

  function open() {
    // Render the row before the dialog opens, because the dialog gives it the focus.
    flushSync(() => setIsOpen(true))
    openModal(dialog.current)
    slides.show(current, 'instant')
    // Without this code, fingers zoom the whole page.
    void import('./pinch-zoom.ts').then(
      ({ followPinch }) => track.current && followPinch(track.current),
      () => undefined,
    )
  }

  return (
    <>
      <Button aria-label="Fullscreen" look="icon" className="gallery-expand noscript:hidden" onClick={open}>
        <ExpandIcon />
      </Button>
      <dialog
        ref={dialog}
        aria-label={`Photos of ${title}`}
        className="gallery-fullscreen"
        onClose={() => {
          setIsOpen(false)
          onClose(current)
        }}
      >
        {isOpen && <SlideRow photos={photos} title={title} track={track} slides={slides} isFull />}
        <Button
          aria-label="Close fullscreen"
          look="icon"
          className="gallery-step top-2 right-2 translate-y-0"
          onClick={() => dialog.current?.close()}
          onKeyDown={slides.handlers.onKeyDown}
        >
          <CloseIcon />
        </Button>
      </dialog>
    </>
  )
}

interface GalleryWithActionsProps extends GalleryProps {
  /** Actions over the corner of the photo. */
  children: ReactNode
}

export function Gallery({ photos, title, children }: GalleryWithActionsProps) {
  const [current, setCurrent] = useState(0)
  const track = useRef<HTMLDivElement>(null)
  const slides = useSlides(track, { count: photos.length, current, onCurrent: setCurrent })
  const actions = <div className="absolute top-2 right-2 flex gap-2">{children}</div>
  if (photos.length === 0)
    return (
      <div className="relative">
        <PhotoUnavailable className="aspect-[4/3] w-full rounded-card" />
        {actions}
      </div>
    )
  return (
    <section aria-roledescription="carousel" aria-label="Photos">
      <div className="relative">
        <SlideRow photos={photos} title={title} track={track} slides={slides} />
        {actions}
        <Fullscreen
          photos={photos}
          title={title}
          current={current}
          onCurrent={setCurrent}
          onClose={(index) => slides.show(index, 'instant')}
        />
      </div>
      {photos.length > 1 && <Thumbnails photos={photos} current={current} onChoose={slides.show} />}
    </section>
  )
}
