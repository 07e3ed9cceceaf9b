import { parseArgs } from 'node:util'
import { openKillsScene } from './kills-scene.ts'
import { type MachineKind, openMachineScene } from './machine-scene.ts'
import { measureScene, type Row } from './measure.ts'
import { type Scene, visitPages } from './scene.ts'
import { openServicesScene } from './services-scene.ts'

const BROWSED_LEAST = 99.9
const RECOVERY_SECONDS_MOST = 5

const { values } = parseArgs({
  options: {
    /** Length of each outage. */
    seconds: { type: 'string', default: '60' },
    /** One of `services`, `kills`, `disk`, `memory`, `descriptors`; otherwise all. */
    only: { type: 'string' },
  },
})

const machine = (kind: MachineKind) => () => openMachineScene(kind)
const SCENES: Record<string, () => Promise<Scene>> = {
  services: openServicesScene,
  kills: openKillsScene,
  disk: machine('disk'),
  memory: machine('memory'),
  descriptors: machine('descriptors'),
}

const isAsItMustBe = ({ browsed, lost, recoverySeconds, wrongRefusals }: Row) =>
  browsed >= BROWSED_LEAST &&
  lost.length === 0 &&
  recoverySeconds <= RECOVERY_SECONDS_MOST &&
  wrongRefusals.length === 0

const cells = (row: Row): string[] => [
  row.name,
  `${row.browsed.toFixed(2)} % of ${row.requested}`,
  `${row.messages}, ${row.listings}, ${row.photos}, ${row.mails}, ${row.pushes}`,
  row.lost.join(', ') || 'nothing',
  `${row.recoverySeconds.toFixed(1)} s`,
  row.refusals.join(', ') || 'none',
  isAsItMustBe(row) ? 'ok' : `FAILED ${row.wrongRefusals.join(', ')}`,
]

// Exits through the 'exit' event, in which the databases stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const rows: Row[] = []
for (const [name, open] of Object.entries(SCENES)) {
  if (values.only !== undefined && values.only !== name) continue
  await using scene = await open()
  const pages = await visitPages(scene)
  const { milliseconds = Number(values.seconds) * 1000 } = scene
  rows.push(...(await measureScene(scene, { milliseconds, pages, say: (text) => console.error(text) })))
}
const HEAD = [
  `outage of ${values.seconds} s`,
  'known pages served',
  'acknowledged: messages, listings, photos, mails, pushes',
  'lost',
  'recovery',
  'refusals',
  '',
]
for (const line of [HEAD, HEAD.map(() => '---'), ...rows.map(cells)]) console.log(`| ${line.join(' | ')} |`)
if (!rows.every(isAsItMustBe)) process.exitCode = 1
process.exit()
