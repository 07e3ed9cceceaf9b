interface ShowMoreProps {
  isLoading: boolean
  onMore: () => void
}

/** Below a list that goes on. It keeps the focus while more comes. */
export function ShowMore({ isLoading, onMore }: ShowMoreProps) {
  return (
    <p className="mt-6 text-center">
      <button
        type="button"
        className="button button-quiet w-full md:w-80"
        aria-disabled={isLoading}
        onClick={() => isLoading || onMore()}
      >
        {isLoading ? 'Loading…' : 'Show more'}
      </button>
    </p>
  )
}
