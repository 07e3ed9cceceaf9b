import { giveRole } from '#testing/accounts/give-role.ts'
import { totpCode } from '#testing/services/totp.ts'
import { dataDir } from './market.ts'
import { newMember, type Person } from './people.ts'

/** Enables two-factor login; returns the app's secret and the recovery codes. */
export async function enableTwoFactor(person: Person) {
  const { secret } = await person.call<{ secret: string }>('POST', '/api/account/two-factor/start', {})
  const { recoveryCodes } = await person.call<{ recoveryCodes: string[] }>(
    'POST',
    '/api/account/two-factor/enable',
    { code: await totpCode(secret) },
  )
  return { secret, recoveryCodes }
}

/** A new member of the staff with a role, signed in with a second factor as required. */
export async function newStaff(
  name: string,
  role: 'moderator' | 'administrator',
): Promise<Person & { recoveryCodes: string[] }> {
  const person = await newMember(name)
  await giveRole(dataDir, person.email, role)
  const { recoveryCodes } = await enableTwoFactor(person)
  const [secondFactor, ...others] = recoveryCodes
  await person.call('POST', '/api/account/reauthenticate', { secondFactor })
  return { ...person, recoveryCodes: others }
}
