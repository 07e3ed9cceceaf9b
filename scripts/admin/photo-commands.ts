import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PHOTO_WIDTHS } from '#contract/limits.ts'
import { messagePhotos } from '#server/conversations/service.ts'
import { preparedPhotos } from '#server/photos/service.ts'
import { encodeAgain, type StoredPhotos } from '#server/platform/images/encode-again.ts'
import {
  type AdminDeps,
  byFirstWord,
  type Command,
  type CommandLine,
  pauseOf,
  CommandError,
} from './command.ts'

const PHOTOS_AT_ONCE = 100
const DEFAULT_PAUSE_MS = 200
const REPORT_EVERY = 500

const KINDS: Record<string, StoredPhotos> = { listings: preparedPhotos, messages: messagePhotos }

/** The last photo and its kind before an interruption. */
interface Position {
  kind: string
  after: string
}

async function readPosition(file: string): Promise<Position | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Position)
}

interface Tally {
  encoded: number
  unusable: number
}

async function encodeKind(deps: AdminDeps, { list, isUsed }: StoredPhotos, position: Position, run: Run) {
  const { db, storage, images, print, complain } = deps
  for (;;) {
    const sources = await list(db, position.after, PHOTOS_AT_ONCE)
    if (sources.length === 0) return
    for (const src of sources) {
      const photo = { src, widths: PHOTO_WIDTHS, isUsed: () => isUsed(db, src) }
      const outcome = await encodeAgain({ storage, images }, photo)
      if (outcome === 'encoded') run.tally.encoded++
      if (outcome === 'missing' || outcome === 'damaged') {
        run.tally.unusable++
        complain(`${src}: its widest JPEG is ${outcome}`)
      }
      position.after = src
      await writeFile(run.file, JSON.stringify(position))
      if (outcome === 'encoded' && run.tally.encoded % REPORT_EVERY === 0)
        print(`${run.tally.encoded} encoded`)
      await sleep(run.pauseMs)
    }
  }
}

interface Run {
  /** File that stores the position between runs. */
  file: string
  pauseMs: number
  tally: Tally
}

/**
 * Encodes one photo at a time, at the encoder's low priority. Pictures of reports are evidence and stay unchanged.
 */
async function encodeAllAgain(deps: AdminDeps, { words: [from], options }: CommandLine): Promise<void> {
  if (from !== undefined && from !== 'anew')
    throw new CommandError('Say photos encode-again, or photos encode-again anew.')
  const file = join(deps.config.dataDir, 'photos-encode-again.json')
  if (from === 'anew') await rm(file, { force: true })
  const before = await readPosition(file)
  if (before) deps.print(`Continues after ${before.after}; add 'anew' to start over`)
  const run: Run = { file, pauseMs: pauseOf(options, DEFAULT_PAUSE_MS), tally: { encoded: 0, unusable: 0 } }
  const kinds = Object.keys(KINDS)
  const first = before ? kinds.indexOf(before.kind) : 0
  for (const kind of kinds.slice(first)) {
    const after = before?.kind === kind ? before.after : ''
    await encodeKind(deps, KINDS[kind] as StoredPhotos, { kind, after }, run)
  }
  await rm(file, { force: true })
  deps.print(`${run.tally.encoded} photos encoded`)
  if (run.tally.unusable > 0) throw new CommandError(`${run.tally.unusable} photos could not be encoded`)
}

export const PHOTO_COMMANDS: Record<string, Command> = {
  photos: byFirstWord({ 'encode-again': encodeAllAgain }, 'Say: photos encode-again [anew] [--pause <ms>]'),
}
