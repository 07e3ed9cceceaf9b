import { Stars } from '#web/platform/ui/Stars.tsx'

/** Stars and '4.7 from 6 reviews'. */
export const RatingLine = ({ average, count }: { average: number; count: number }) => (
  <p className="mt-2 flex items-center gap-2">
    <Stars rating={average} />
    <span>{`${average.toFixed(1)} from ${count} review${count === 1 ? '' : 's'}`}</span>
  </p>
)
