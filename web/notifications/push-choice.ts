const KEPT = 'sankofa.push'
const TOLD = 'sankofa.push-told'
const ASKED = 'sankofa.push-asked'

function listOf(key: string): string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(known) ? known.map(String) : []
  } catch {
    return []
  }
}

const withPerson = (key: string, personId: string, isIn: boolean) => {
  const others = listOf(key).filter((id) => id !== personId)
  localStorage.setItem(key, JSON.stringify(isIn ? [...others, personId] : others))
}

/** Who turned push on in this browser. It is on for them again when they sign in again. */
export const pushChoice = {
  isOn: (personId: string): boolean => listOf(KEPT).includes(personId),
  isOnForAnyone: (): boolean => listOf(KEPT).length > 0,
  set: (personId: string, isOn: boolean): void => withPerson(KEPT, personId, isOn),
}

/** Whose subscription the server was told since this tab was opened. */
export const pushTold = {
  isTold: (personId: string): boolean => sessionStorage.getItem(TOLD) === personId,
  set(personId: string | null): void {
    if (personId === null) sessionStorage.removeItem(TOLD)
    else sessionStorage.setItem(TOLD, personId)
  },
}

/** Each person is invited once in this browser. */
export const pushInvitation = {
  isAnswered: (personId: string): boolean => listOf(ASKED).includes(personId),
  answer: (personId: string): void => withPerson(ASKED, personId, true),
}
