import { setTimeout as sleep } from 'node:timers/promises'
import { resealTwoFactorSecrets } from '#server/accounts/two-factor/resealing.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import { resealPushKeys } from '#server/notifications/push-keys.ts'
import { KEYS_KNOWN_AFTER_MS, loadKeyRing, saveKeyRing } from '#server/platform/process/key-file.ts'
import { callRoll, keyFingerprint } from '#server/platform/monitoring/roll-call.ts'
import { acceptedKeys, formatKeyRing, rotate, signingKey } from '#server/platform/process/key-ring.ts'
import { type AdminDeps, byFirstWord, type Command, type CommandLine, CommandError } from './command.ts'

/** Time within which every process must be restarted with the new setting. */
const SETTING_KNOWN_AFTER_MS = 30 * 60_000

async function list({ config, print }: AdminDeps): Promise<void> {
  const ring = await loadKeyRing(config)
  const now = Date.now()
  const [signing, accepted] = [signingKey(ring, now), acceptedKeys(ring, now)]
  for (const [index, key] of ring.entries()) {
    const from = key.from === 0 ? 'from the beginning' : `from ${new Date(key.from).toISOString()}`
    const until = key.until === null ? '' : `, accepted until ${new Date(key.until).toISOString()}`
    const state = key === signing ? ', signs' : accepted.includes(key) ? '' : ', only for stored hashes'
    print(`key ${index + 1}  ${from}${until}${state}`)
  }
}

async function reseal(deps: AdminDeps): Promise<void> {
  const { resealed, unreadable } = await resealTwoFactorSecrets(deps)
  for (const id of unreadable) deps.complain(`${id}: no key can decrypt their second factor`)
  await resealPushKeys(deps)
  deps.print(
    `Second factors of ${resealed} people and the key for push are encrypted with the key that signs`,
  )
}

/** Checks that every process uses the new key: one that reads another folder would continue with a leaked key. */
async function confirmKeys({ config, db, listener, secrets, print }: AdminDeps): Promise<void> {
  const present = await callRoll({ db, listener })
  const wrong = present.filter(({ key }) => key !== keyFingerprint(secrets))
  if (wrong.length > 0)
    throw new CommandError(
      `These processes do not use the new key: ${wrong.map((each) => each.process).join(', ')}. Do they run with DATA_DIR=${config.dataDir}, and without SECRET_KEY?`,
    )
  if (present.length === 0) print('No process of the site is running; the next start reads the new key')
  else print(`Confirmed by ${present.map((each) => each.process).join(', ')}`)
}

async function rotateKeys(deps: AdminDeps, { words: [why] }: CommandLine): Promise<void> {
  if (why !== undefined && why !== 'leaked') throw new CommandError('Say keys rotate, or keys rotate leaked.')
  const { config, db, print } = deps
  const isSetting = config.secret.key !== undefined
  const now = Date.now()
  const from = now + (isSetting ? SETTING_KNOWN_AFTER_MS : KEYS_KNOWN_AFTER_MS)
  const ring = rotate(await loadKeyRing(config), { now, from, isLeaked: why === 'leaked' })
  const detail = { leaked: why === 'leaked', from: new Date(from).toISOString() }
  if (isSetting) {
    await recordAct(db, { actorId: null, action: 'rotated-keys', detail })
    print(`Set this everywhere and restart every process before ${detail.from}, then run keys reseal:`)
    return print(`SECRET_KEY=${formatKeyRing(ring, ',')}`)
  }
  await saveKeyRing(config.dataDir, ring)
  await recordAct(db, { actorId: null, action: 'rotated-keys', detail })
  // Every process, including this one, has read the new key before this moment.
  await sleep(from - Date.now())
  print(`The new key signs from ${detail.from} on`)
  await confirmKeys(deps)
  await reseal(deps)
  print(
    config.backup.folder === undefined
      ? `Copy secret.key to where you keep the earlier one: data encrypted from now on needs it`
      : 'The running site copies the new key to its backup within a minute',
  )
}

export const KEY_COMMANDS: Record<string, Command> = {
  keys: byFirstWord(
    { '': list, rotate: rotateKeys, reseal },
    'Say: keys, keys rotate [leaked], or keys reseal',
  ),
}
