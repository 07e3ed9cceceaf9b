import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteHealth } from '#contract/moderation/administration/health.ts'
import { FORMER_PREFIX } from '#server/platform/backup/restore/moves.ts'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const entry of entries)
    if (entry.isFile()) bytes += (await nullIfMissing(stat(join(entry.parentPath, entry.name))))?.size ?? 0
  return bytes
}

/** Lists the folders that restores moved aside in DATA_DIR; `bytes` is null if a folder cannot be read. */
export async function listFormerFolders(dataDir: string): Promise<SiteHealth['formerFolders']> {
  const names = await readdir(dataDir).catch(() => [])
  const former = names.filter((name) => name.startsWith(FORMER_PREFIX)).toSorted()
  return Promise.all(
    former.map(async (name) => ({ name, bytes: await sizeOf(join(dataDir, name)).catch(() => null) })),
  )
}
