import { BUYER_LINES } from '#web/conversations/first-message/buyer-lines.ts'

interface FirstLinesProps {
  /** For the buyer, not the seller. */
  offersLines: boolean
  onLine: (line: string) => void
}

/** A conversation without messages, and how to begin it. */
export function FirstLines({ offersLines, onLine }: FirstLinesProps) {
  return (
    <div className="first-lines">
      <p className="font-semibold">Start the conversation</p>
      <p className="mt-1 text-sm text-muted">
        {offersLines ? 'Tap a line to send it, or write your own.' : 'Nothing has been written yet.'}
      </p>
      {offersLines && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {BUYER_LINES.map((line) => (
            <button key={line} type="button" className="chip" onClick={() => onLine(line)}>
              {line}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
