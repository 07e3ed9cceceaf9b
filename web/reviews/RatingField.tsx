import { type Ref, useId, useState } from 'react'
import { RATINGS, Star } from '#web/platform/ui/Stars.tsx'

interface RatingFieldProps {
  /** 0 until people choose a rating. */
  value: number
  error?: string
  onChange: (rating: number) => void
  onBlur: () => void
  /** The radio button that takes the focus if the rating is missing. */
  ref: Ref<HTMLInputElement>
}

const starsText = (rating: number) => `${rating} star${rating === 1 ? '' : 's'}`

/** One to five stars, built from radio buttons so that arrow keys and screen readers work as usual. */
export function RatingField({ value, error, onChange, onBlur, ref }: RatingFieldProps) {
  const id = useId()
  const [pointed, setPointed] = useState(0)
  const shown = pointed || value
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <span id={`${id}-label`} className="text-sm font-semibold">
        Rating
      </span>
      <div className="mt-1 flex flex-wrap items-center">
        {RATINGS.map((rating) => (
          <label
            key={rating}
            className="relative flex size-11 cursor-pointer items-center justify-center rounded-card text-star has-focus-visible:outline-2 has-focus-visible:outline-accent"
            onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(rating)}
            onPointerLeave={() => setPointed(0)}
          >
            <input
              ref={rating === (value || 1) ? ref : undefined}
              type="radio"
              name={id}
              aria-label={starsText(rating)}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={value === rating}
              onChange={() => onChange(rating)}
              onBlur={onBlur}
            />
            <Star isFilled={rating <= shown} className="size-7" />
          </label>
        ))}
        <span aria-hidden="true" className="ml-2 text-sm text-muted">
          {shown > 0 && `${shown} of 5`}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
