import { useId, useState } from 'react'
import { readDataUse } from '#web/platform/data-use/data-meter.ts'
import { setDataSaver } from '#web/platform/data-use/choose-data-saver.ts'
import { isDataSaverOn } from '#web/platform/data-use/data-saver.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'

const BYTES_PER_MB = 1_000_000

const megabytes = (bytes: number) =>
  `${bytes < 10 * BYTES_PER_MB ? (bytes / BYTES_PER_MB).toFixed(1) : Math.round(bytes / BYTES_PER_MB)} MB`

function Meter() {
  const [{ used, saved }] = useState(readDataUse)
  return <p>{`This month: ${megabytes(used)} used, ${megabytes(saved)} saved`}</p>
}

function Saver() {
  const id = useId()
  const [isOn, setOn] = useState(isDataSaverOn)
  function toggle() {
    setDataSaver(!isOn)
    setOn(!isOn)
  }
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <label htmlFor={id} className="flex-1">
        <span className="block font-semibold">Data saver</span>
        <span className="text-sm text-muted">Shows small pictures, and loads nothing before you tap it.</span>
      </label>
      <input id={id} type="checkbox" className="switch" checked={isOn} onChange={toggle} />
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
      <div className="card mt-2 grid min-h-28 gap-2 p-4">
        {isHydrated && (
          <>
            <Meter />
            <Saver />
          </>
        )}
      </div>
    </section>
  )
}
