import '#web/platform/styles/switch.css'
import { useId, useState } from 'react'
import { readDataUse } from '#web/platform/data-use/data-meter.ts'
import { setDataSaver } from '#web/platform/data-use/choose-data-saver.ts'
import { isDataSaverOn } from '#web/platform/data-use/data-saver.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'

const BYTES_PER_MB = 1_000_000

/** Less than this is not worth a line, unless the person saves data. */
const WORTH_MENTIONING = 5 * BYTES_PER_MB

const megabytes = (bytes: number) =>
  `${bytes < 10 * BYTES_PER_MB ? (bytes / BYTES_PER_MB).toFixed(1) : Math.round(bytes / BYTES_PER_MB)} MB`

/** What the line says, or undefined if there is nothing to say; it names no zero. */
function meterText(isSaving: boolean): string | undefined {
  const { used, saved } = readDataUse()
  if (!isSaving && used + saved < WORTH_MENTIONING) return
  const parts = Object.entries({ used, saved })
    .map(([name, bytes]) => [megabytes(bytes), name] as const)
    .filter(([amount]) => amount !== '0.0 MB')
  if (parts.length === 0) return
  return `This month: ${parts.map((part) => part.join(' ')).join(', ')}`
}

function DataUse() {
  const [isSaving, setIsSaving] = useState(isDataSaverOn)
  const text = meterText(isSaving)
  function choose(isOn: boolean) {
    setDataSaver(isOn)
    setIsSaving(isOn)
  }
  return (
    <>
      <Saver isOn={isSaving} onChoose={choose} />
      {text !== undefined && <p className="text-sm text-muted">{text}</p>}
    </>
  )
}

interface SaverProps {
  isOn: boolean
  onChoose: (isOn: boolean) => void
}

function Saver({ isOn, onChoose }: SaverProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <label htmlFor={id} className="flex-1">
        <span className="block font-semibold">Data saver</span>
        <span className="text-sm text-muted">Shows small pictures, and loads nothing before you tap it.</span>
      </label>
      <input id={id} type="checkbox" className="switch" checked={isOn} onChange={() => onChoose(!isOn)} />
    </div>
  )
}

/** How much data the site uses on this device, and how to use less. */
export function DataSection() {
  // Only the device knows the numbers.
  const isHydrated = useHydrated()
  return (
    <section aria-labelledby="data-use" className="mt-6">
      <h2 id="data-use" className="text-sm font-semibold text-muted">
        Data on this device
      </h2>
      <div className="card mt-2 grid min-h-24 gap-2 p-4">{isHydrated && <DataUse />}</div>
    </section>
  )
}
