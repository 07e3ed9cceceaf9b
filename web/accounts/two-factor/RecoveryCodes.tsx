import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { CopyButton } from './CopyButton.tsx'
import { StepTitle } from './SecurityCard.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { saveFile } from '#web/platform/ui/save-file.ts'

/** Recovery codes, shown once because the server stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { siteName } = usePublicConfig()
  const text = codes.join('\n')
  const fileName = `${siteName.toLowerCase().replace(/\W+/g, '-')}-recovery-codes.txt`
  return (
    <div className="mt-3">
      <StepTitle>Save your recovery codes</StepTitle>
      <p className="mt-1 text-sm text-muted">
        If you lose your phone, each code opens your account once. We show them only now, so keep them with
        your important papers.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1 rounded-card bg-sunken p-4 text-sm"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={text} label="Copy codes" />
        <Button
          onClick={() =>
            saveFile(
              new Blob([`Recovery codes for ${siteName}\n\n${text}\n`], { type: 'text/plain' }),
              fileName,
            )
          }
        >
          Download
        </Button>
        <Button look="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
