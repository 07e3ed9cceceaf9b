const STAR = 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z'
export const RATINGS = [1, 2, 3, 4, 5] as const

export const Star = ({ isFilled, className = 'size-4' }: { isFilled: boolean; className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    className={className}
    fill={isFilled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <path d={STAR} />
  </svg>
)

/** Stars with their meaning in words, such as '4.3 out of 5'. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} out of 5`} className="inline-flex text-star">
      {RATINGS.map((index) => (
        <Star key={index} isFilled={rating >= index - 0.25} />
      ))}
    </span>
  )
}
