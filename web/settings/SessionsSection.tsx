import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { Device } from '#contract/accounts/accounts.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showFailure } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { devicesQuery } from './queries.ts'
import { Loaded, SettingsSection } from './SettingsSection.tsx'

type KnownDevice = z.output<typeof Device>

interface DeviceLineProps {
  device: KnownDevice
  isBusy: boolean
  onEnd: () => void
}

function DeviceLine({ device, isBusy, onEnd }: DeviceLineProps) {
  return (
    <li className="setting-row flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div>
        <p className="font-semibold">
          {device.name} {device.current && <span className="badge">This device</span>}
        </p>
        <p className="text-sm text-muted">
          Last used: <RelativeTime iso={device.lastUsedAt} />
        </p>
      </div>
      {!device.current && (
        <Button aria-label={`End this session: ${device.name}`} disabled={isBusy} onClick={onEnd}>
          End this session
        </Button>
      )}
    </li>
  )
}

/** Ends sessions and shows the others. If that fails, it shows why and changes nothing. */
function useEnding(personId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function end(text: string, call: () => Promise<unknown>) {
    setIsBusy(true)
    try {
      await call()
      showToast(text)
    } catch (error) {
      showFailure('Failed to end the session', error)
    } finally {
      await queryClient.invalidateQueries({ queryKey: devicesQuery(api, personId).queryKey })
      setIsBusy(false)
    }
  }

  return {
    isBusy,
    endOne: (id: string) => end('Session ended', () => api.call('endDevice', { params: { id } })),
    endOthers: () => end('All other sessions ended', () => api.call('endOtherDevices', {})),
  }
}

export function SessionsSection({ personId }: { personId: string }) {
  const query = useQuery(devicesQuery(useApi(), personId))
  const { isBusy, endOne, endOthers } = useEnding(personId)
  return (
    <SettingsSection title="Sessions">
      <p className="mt-1 text-sm text-muted">You are logged in on these devices.</p>
      <Loaded query={query} failure="Failed to load your sessions" outline="h-20">
        {(devices) => (
          <>
            <ul>
              {devices.map((device) => (
                <DeviceLine
                  key={device.id}
                  device={device}
                  isBusy={isBusy}
                  onEnd={() => void endOne(device.id)}
                />
              ))}
            </ul>
            {devices.length > 1 && (
              <Button className="mt-4" disabled={isBusy} onClick={() => void endOthers()}>
                End all other sessions
              </Button>
            )}
          </>
        )}
      </Loaded>
    </SettingsSection>
  )
}
