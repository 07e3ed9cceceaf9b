import { Button } from './Button.tsx'
interface ShowMoreProps {
  isLoading: boolean
  onMore: () => void
}

/** Below a list that goes on. It keeps the focus while more comes. */
export function ShowMore({ isLoading, onMore }: ShowMoreProps) {
  return (
    <p className="mt-6 text-center">
      <Button className="w-full md:w-80" aria-disabled={isLoading} onClick={() => isLoading || onMore()}>
        {isLoading ? 'Loading…' : 'Show more'}
      </Button>
    </p>
  )
}
