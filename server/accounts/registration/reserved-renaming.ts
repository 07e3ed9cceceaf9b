import type { Context } from '#server/context.ts'
import { notify } from '#server/notifications/service.ts'
import {
  type NamedProfile,
  PROFILES_AT_ONCE,
  selectNames,
  updateNames,
} from '#server/accounts/profile/queries.ts'
import { nameKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { sellerName } from '#server/products/seller.ts'

type RenamingDeps = Pick<Context, 'changes' | 'db' | 'jobs' | 'personNames'>

async function renameIfReserved(ctx: RenamingDeps, profile: NamedProfile): Promise<void> {
  const { changes, db, personNames } = ctx
  const fullName = profile.full_name ?? ''
  const hasReservedName = personNames.isReserved(fullName)
  const hasReservedUsername = personNames.isReserved(profile.username ?? '')
  if (!hasReservedName && !hasReservedUsername) return
  const to = {
    full_name: hasReservedName ? await personNames.firstFitting() : profile.full_name,
    username: hasReservedUsername ? null : profile.username,
  }
  await db.transaction().execute(async (tx) => {
    if (!(await updateNames(tx, profile, to))) return
    const content = hasReservedName
      ? `Your name "${fullName}" is reserved for the people who run the site. People see "${to.full_name}" until you choose another name.`
      : `Your username "${profile.username}" is reserved for the people who run the site. Please choose another one.`
    await notify(ctx, tx, {
      to: [profile.id],
      type: 'system',
      content,
      actionUrl: '/profile?section=personal',
    })
    await changes.announce(tx, 'pages', [sellerKey(profile.id), nameKey(sellerName(profile))])
  })
}

/** Replaces names that were chosen before they were reserved, or before the site got its current name. */
export async function renameReserved(ctx: RenamingDeps): Promise<void> {
  for (let after: string | null = null; ;) {
    const profiles: NamedProfile[] = await selectNames(ctx.db, after)
    for (const profile of profiles) await renameIfReserved(ctx, profile)
    if (profiles.length < PROFILES_AT_ONCE) return
    after = profiles.at(-1)?.id ?? null
  }
}
