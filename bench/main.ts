import { parseArgs } from 'node:util'
import { agreementRows } from './agreements/agreements.ts'
import { judgementRows } from './judgement.ts'
import { ensureLoadPrograms } from '#scripts/programs/load-programs.js'
import { besideLiteRows } from '#bench/lite/beside-lite.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { interactionRows } from './interactions.ts'
import { inboxRows } from './inbox.ts'
import { largeMarketRows } from './large-market.ts'
import { smallMarketRows } from './market.ts'
import { messageRows } from './messages.ts'
import { notificationRows } from './notifications.ts'
import { pageLoadRows } from './page-load.ts'
import { photoRows } from './photos.ts'
import { processRows } from './processes.ts'
import { replicaRows } from './replicas.ts'
import { printReport, type Row } from './report.ts'
import { smallRestoreRows } from './restore.ts'
import { savedSearchRows } from './saved-searches.ts'
import { searchAnswerRows } from './search-answers.ts'
import { signInRows } from './sign-in.ts'
import { slowClientRows } from './slow-clients.ts'
import { startSite } from '#testing/scale/site.ts'

/** Number of people who view their own pages at once. */
const NOTIFICATION_CLIENTS = 4

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean', default: false },
    lite: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '12' },
    clients: { type: 'string', default: '16' },
    port: { type: 'string', default: '4311' },
  },
})
const load = { clients: Number(values.clients), seconds: Number(values.seconds) }
const port = Number(values.port)

const say = (text: string) => console.error(text)

/**
 * Measures the first start, which creates the database, and a second one. The demo is off, because its photos take long.
 */
async function startRows(): Promise<Row[]> {
  using dataDir = temporaryFolder('start')
  const rows: Row[] = []
  for (const name of ['first start, installed and built', 'start again']) {
    await using site = await startSite({ port, dataDir: dataDir.path, demo: false })
    rows.push({ name, figure: site.startMilliseconds / 1000, unit: 's', atMost: 3 })
  }
  return rows
}

// Exits through the 'exit' event, in which the database stops and temporary folders are deleted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const SECTIONS: Record<string, () => Promise<Row[]>> = {
  start: startRows,
  market: () => smallMarketRows({ ...load, port }),
  processes: () => processRows({ ...load, port }),
  photos: () => photoRows(port),
  'sign-in': () => signInRows(port),
  pages: () => pageLoadRows(port),
  interactions: () => interactionRows(port),
  messages: () => messageRows(port),
  agreements: () => agreementRows(port),
  judgement: judgementRows,
  inbox: () => inboxRows({ ...load, port }),
  notifications: () => notificationRows({ ...load, clients: NOTIFICATION_CLIENTS, port }),
  'saved-searches': savedSearchRows,
  'search-answers': searchAnswerRows,
  restore: smallRestoreRows,
  'slow-clients': () => slowClientRows(port),
  replicas: replicaRows,
}

/** Sizes of a market for the plan beyond one machine (docs/scaling.md), and of a small one. */
const [LARGE, SMALL] = [1_000_000, 5_000]
if (positionals.includes('capacity')) {
  const { printCapacity } = await import('./capacity/main.ts')
  printCapacity()
  process.exit()
}
if (positionals.includes('costs')) {
  const { measureCosts } = await import('./capacity/measure.ts')
  await measureCosts({ products: values.large ? LARGE : SMALL, port })
  process.exit()
}

ensureLoadPrograms()
const rows: Row[] = []
try {
  const unknown = positionals.filter((name) => !(name in SECTIONS))
  if (unknown.length > 0)
    throw new Error(
      `Unknown section: ${unknown.join(', ')}. The sections are ${Object.keys(SECTIONS).join(', ')}.`,
    )
  for (const [name, measureSection] of Object.entries(SECTIONS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    say(`Measuring: ${name}`)
    rows.push(...(await measureSection()))
  }
  if (values.lite) rows.push(...(await besideLiteRows({ ...load, port })))
  if (values.large) rows.push(...(await largeMarketRows({ ...load, port })))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
printReport(rows)
