import { deviceStorage, tabStorage } from '#web/platform/offline/browser-storage.ts'

const ENABLED = 'sankofa.push'
const REGISTERED = 'sankofa.push-told'
const ANSWERED = 'sankofa.push-asked'

function listOf(key: string): string[] {
  const known = deviceStorage.read<unknown>(key)
  return Array.isArray(known) ? known.map(String) : []
}

const withPerson = (key: string, personId: string, isIn: boolean) => {
  const others = listOf(key).filter((id) => id !== personId)
  deviceStorage.set(key, JSON.stringify(isIn ? [...others, personId] : others))
}

/** People who turned push on in this browser. It is on again when they sign in again. */
export const pushChoice = {
  isOn: (personId: string): boolean => listOf(ENABLED).includes(personId),
  isOnForAnyone: (): boolean => listOf(ENABLED).length > 0,
  set: (personId: string, isOn: boolean): void => withPerson(ENABLED, personId, isOn),
}

/** The person whose subscription this tab has sent to the server. */
export const pushRegistration = {
  isRegistered: (personId: string): boolean => tabStorage.get(REGISTERED) === personId,
  set(personId: string | null): void {
    if (personId === null) tabStorage.remove(REGISTERED)
    else tabStorage.set(REGISTERED, personId)
  },
}

/** Each person is invited once in this browser. */
export const pushInvitation = {
  isAnswered: (personId: string): boolean => listOf(ANSWERED).includes(personId),
  answer: (personId: string): void => withPerson(ANSWERED, personId, true),
}
