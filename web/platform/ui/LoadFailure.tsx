import { Button } from './Button.tsx'
interface LoadFailureProps {
  /** What could not be loaded, in the words of the specification. */
  message: string
  retry: () => void
  requestId?: string
}

/** A loading error with a button to try again; the rest of the page stays. */
export function LoadFailure({ message, retry, requestId }: LoadFailureProps) {
  return (
    <div role="alert" className="card my-4 p-6 text-center">
      <p className="font-semibold">{message}</p>
      <p className="mt-1 text-sm text-muted">
        Check your connection and try again.
        {requestId && ` If it happens again, give support this reference: ${requestId}`}
      </p>
      <Button className="mt-4" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
