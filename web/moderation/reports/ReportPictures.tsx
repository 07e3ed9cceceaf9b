import { REPORT_PICTURES_MAX } from '#contract/limits.ts'
import { FileButton } from '#web/photos/picking/FileButton.tsx'
import { PicturesIcon } from '#web/photos/photo-icons.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import type { useReportPictures } from './use-report-pictures.ts'

type ReportPicturesProps = Pick<
  ReturnType<typeof useReportPictures>,
  'pictures' | 'problem' | 'choose' | 'remove'
>

/** Pictures of what is wrong; only moderators see them. */
export function ReportPictures({ pictures, problem, choose, remove }: ReportPicturesProps) {
  const isFull = pictures.length === REPORT_PICTURES_MAX
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{`Pictures (optional, up to ${REPORT_PICTURES_MAX})`}</legend>
      {pictures.length > 0 && (
        <ul className="mt-1 grid grid-cols-3 gap-2">
          {pictures.map(({ preview, file, position, isSent }, index) => (
            <li key={position}>
              <img
                src={preview}
                alt={`${index + 1}: ${file.name}`}
                className="aspect-[4/3] w-full rounded object-cover"
              />
              {isSent ? (
                <p className="min-h-11 py-2 text-center text-sm text-muted">Sent</p>
              ) : (
                <Button
                  look="text"
                  className="w-full justify-center"
                  aria-label={`Remove picture ${index + 1}`}
                  onClick={() => remove(position)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <FileButton
        label={isFull ? 'All pictures added' : 'Add pictures'}
        inputLabel="Picture files"
        icon={<PicturesIcon />}
        className="button button-quiet mt-1"
        isDisabled={isFull}
        onFiles={choose}
      />
      <p role="alert" className="mt-1 text-sm text-danger empty:hidden">
        {problem}
      </p>
    </fieldset>
  )
}
