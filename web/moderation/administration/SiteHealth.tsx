import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SiteHealth as Health } from '#contract/moderation/administration/health.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { FigureTable } from './FigureTable.tsx'
import { formatBytes, formatDuration } from './measures.ts'
import { healthQuery } from './queries.ts'

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="card p-4">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

const Lines = ({ name, lines }: { name: string; lines: string[] }) => (
  <ul aria-label={name} className="list-disc ps-5 font-semibold">
    {lines.map((line) => (
      <li key={line} className="break-words">
        {line}
      </li>
    ))}
  </ul>
)

function State({ problems, warnings, failedJobs }: Health) {
  return (
    <Card title="State">
      {problems.length === 0 ? <p>Everything works.</p> : <Lines name="Problems" lines={problems} />}
      {warnings.length > 0 && (
        <>
          <p className="mt-2">An operator should look at this:</p>
          <Lines name="Warnings" lines={warnings} />
        </>
      )}
      <p className="mt-2">
        <Link to="/moderation/jobs" className="lone-link link">
          {failedJobs === 0 ? 'No failed jobs' : `Failed jobs: ${failedJobs}`}
        </Link>
      </p>
    </Card>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Backup({ backup }: Health) {
  if (!backup) return <Fact name="Backup">The site makes none</Fact>
  const { coveredUntil, secondUntil, baseAt, verifiedAt } = backup
  return (
    <>
      <Fact name="Backed up until">
        {coveredUntil ? <RelativeTime iso={coveredUntil} /> : 'Nothing can be restored yet'}
      </Fact>
      {secondUntil !== undefined && (
        <Fact name="Second copy until">
          {secondUntil ? <RelativeTime iso={secondUntil} /> : 'Nothing is copied yet'}
        </Fact>
      )}
      {baseAt && (
        <Fact name="Last full copy">
          <RelativeTime iso={baseAt} />
        </Fact>
      )}
      {verifiedAt && (
        <Fact name="Last verified">
          <RelativeTime iso={verifiedAt} />
        </Fact>
      )}
    </>
  )
}

function Facts(health: Health) {
  const { process, database, disk, formerFolders, photos } = health
  const { locale } = usePublicConfig()
  const bytes = (value: number) => formatBytes(value, locale)
  return (
    <Card title="Versions and storage">
      <dl className="staff-facts">
        <Fact name="Version">{process.version}</Fact>
        <Fact name="Started">
          <RelativeTime iso={process.startedAt} />
        </Fact>
        <Fact name="Memory">{bytes(process.memoryBytes)}</Fact>
        <Fact name="Node">{process.node}</Fact>
        <Fact name="PostgreSQL">{database.version}</Fact>
        <Fact name="Last migration">{database.migration}</Fact>
        <Fact name="Disk of DATA_DIR">
          {disk ? `${bytes(disk.freeBytes)} free of ${bytes(disk.bytes)}` : 'It cannot be read'}
        </Fact>
        {formerFolders.map((folder) => (
          <Fact key={folder.name} name="Before a restore">
            <code>{folder.name}</code>
            {`: ${folder.bytes === null ? 'it cannot be read' : bytes(folder.bytes)}. Delete it once nobody needs it.`}
          </Fact>
        ))}
        <Fact name="Database">{bytes(database.bytes)}</Fact>
        <Fact name="Listing photos">{`About ${photos.toLocaleString(locale)}`}</Fact>
        <Backup {...health} />
      </dl>
    </Card>
  )
}

function Queues({ queues }: Health) {
  return (
    <Card title="Jobs">
      <FigureTable
        columns={['Kind', 'Due', 'Later', 'Running', 'Oldest']}
        rows={queues.map(({ kind, due, later, active, oldestSeconds }) => ({
          name: kind,
          cells: [due, later, active, oldestSeconds > 0 ? formatDuration(oldestSeconds) : '–'],
        }))}
        empty="No jobs are waiting or running."
      />
    </Card>
  )
}

function SlowQueries({ slowQueries }: Health) {
  return (
    <Card title="Slow queries">
      <FigureTable
        columns={['Query', 'Longest', 'Times']}
        rows={slowQueries.map(({ name, longestMs, count, lastAt }) => ({
          name,
          note: <RelativeTime iso={lastAt} />,
          cells: [`${longestMs} ms`, count],
        }))}
        empty="No slow queries since the process started."
      />
      {slowQueries.length > 0 && (
        <p className="mt-2 text-muted">
          To read a query, search the log for the code at the end of its name.
        </p>
      )}
    </Card>
  )
}

function MetLimits({ metLimits }: Health) {
  return (
    <Card title="Limits reached">
      <FigureTable
        columns={['What', 'Refused']}
        rows={metLimits.map(({ route, code, count }) => ({ name: `${route}: ${code}`, cells: [count] }))}
        empty="Nobody has reached a limit since the process started."
      />
    </Card>
  )
}

function Tables({ database: { tables } }: Health) {
  const { locale } = usePublicConfig()
  return (
    <Card title="Largest tables">
      <FigureTable
        columns={['Table', 'Size']}
        rows={tables.map(({ name, bytes }) => ({ name, cells: [formatBytes(bytes, locale)] }))}
        empty="No tables."
      />
    </Card>
  )
}

/** State of the site as the answering process knows it. */
export function SiteHealth() {
  const query = useQuery(healthQuery(useApi()))
  const [data, instead] = loadedData(query, 'Failed to load the site’s health')
  if (!data) return instead
  return (
    <>
      <Button className="mb-4" disabled={query.isFetching} onClick={() => void query.refetch()}>
        Refresh
      </Button>
      <div className="staff-columns">
        <div className="grid gap-4">
          <State {...data} />
          <Queues {...data} />
          <SlowQueries {...data} />
        </div>
        <div className="grid gap-4">
          <Facts {...data} />
          <MetLimits {...data} />
          <Tables {...data} />
        </div>
      </div>
    </>
  )
}
