const STAR = 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z'
const PLACES = [1, 2, 3, 4, 5] as const

/** Stars with their meaning in words, such as '4.3 out of 5'. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} out of 5`} className="inline-flex text-star">
      {PLACES.map((place) => (
        <svg
          key={place}
          viewBox="0 0 24 24"
          className="size-4"
          fill={rating >= place - 0.25 ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d={STAR} />
        </svg>
      ))}
    </span>
  )
}
