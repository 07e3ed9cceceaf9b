import { Button } from './Button.tsx'
interface ShowMoreProps {
  isLoading: boolean
  onMore: () => void
}

/** Button below a list that has more pages. It keeps the focus while they load. */
export function ShowMore({ isLoading, onMore }: ShowMoreProps) {
  return (
    <p className="mt-6 text-center">
      <Button className="w-full md:w-80" aria-disabled={isLoading} onClick={() => isLoading || onMore()}>
        {isLoading ? 'Loading…' : 'Show more'}
      </Button>
    </p>
  )
}
