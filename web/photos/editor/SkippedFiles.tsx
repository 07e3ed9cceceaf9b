import type { SkippedFile } from '#web/photos/picking/check-photo-file.ts'

interface SkippedFilesProps {
  skipped: readonly SkippedFile[]
  onDismiss: () => void
}

/** The chosen files that were skipped, each with the reason. Screen readers announce them. */
export function SkippedFiles({ skipped, onDismiss }: SkippedFilesProps) {
  return (
    <div role="status" className="empty:hidden">
      {skipped.length > 0 && (
        <div className="rounded-card bg-gold-soft px-4 pt-3 pb-1 text-sm leading-normal text-gold">
          <p className="font-semibold">
            {skipped.length === 1 ? '1 file was skipped' : `${skipped.length} files were skipped`}
          </p>
          <ul className="mt-1 grid gap-1">
            {skipped.map(({ name, reason }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two files may be called the same
              <li key={index}>{`${name}: ${reason}`}</li>
            ))}
          </ul>
          <button type="button" className="button mt-1 -ml-4 text-sm" onClick={onDismiss}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  )
}
