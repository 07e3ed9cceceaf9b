import { useEffect, useState } from 'react'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { isPushOn, pushPermission, testPush, turnPushOff, turnPushOn } from './push-device.ts'

const BLOCKED = 'Allow notifications for this site in your browser settings.'
const UNREACHABLE = 'Your browser could not reach its notification service. Please try again.'

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : UNREACHABLE)

function usePushState(personId: string) {
  const [permission, setPermission] = useState(pushPermission)
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    let isShown = true
    const look = () => {
      setPermission(pushPermission())
      isPushOn(personId).then(
        (known) => isShown && setIsOn(known),
        () => undefined,
      )
    }
    look()
    // The person may change it in the browser's settings.
    addEventListener('focus', look)
    return () => {
      isShown = false
      removeEventListener('focus', look)
    }
  }, [personId])

  return { permission, setPermission, isOn, setIsOn }
}

export function usePush(personId: string) {
  const api = useApi()
  const { permission, setPermission, isOn, setIsOn } = usePushState(personId)
  const [isBusy, setIsBusy] = useState(false)

  async function whileBusy<Result>(act: () => Promise<Result>, failure: string): Promise<Result | undefined> {
    setIsBusy(true)
    try {
      return await act()
    } catch (error) {
      showToast(failure, reasonOf(error))
      return undefined
    } finally {
      setIsBusy(false)
    }
  }

  return {
    permission,
    isOn,
    isBusy,
    /** Resolves to true once the person has answered the browser's prompt and the answer has been applied. */
    turnOn: () =>
      whileBusy(async () => {
        const answer = await turnPushOn(api, personId)
        setPermission(answer)
        if (answer === 'denied') showToast('Notifications blocked', BLOCKED)
        if (answer !== 'granted') return answer === 'denied'
        setIsOn(true)
        showToast('Notifications enabled')
        return true
      }, 'Failed to enable notifications'),
    turnOff: () =>
      whileBusy(async () => {
        await turnPushOff(api, personId)
        setIsOn(false)
        showToast('Notifications disabled')
      }, 'Failed to disable notifications'),
    test: () =>
      whileBusy(async () => {
        await testPush(api)
        showToast('Test notification sent', 'It arrives in a moment.')
      }, 'Failed to send a test notification'),
  }
}
