import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FailedJob } from '#contract/moderation/administration/administration.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showFailure } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { failedJobsQuery } from './queries.ts'

const ACTS = {
  retryFailedJob: { failed: 'Failed to run the job again', done: 'runs again' },
  dropFailedJob: { failed: 'Failed to delete the job', done: 'was deleted' },
} as const

function useAct({ id, kind }: FailedJob) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isActing, setActing] = useState(false)
  async function act(name: keyof typeof ACTS) {
    setActing(true)
    try {
      await api.call(name, { params: { id } })
      showToast(`${kind} ${ACTS[name].done}`)
    } catch (error) {
      showFailure(ACTS[name].failed, error)
    }
    await queryClient.invalidateQueries({ queryKey: failedJobsQuery(api).queryKey })
    setActing(false)
  }
  return { isActing, act: (name: keyof typeof ACTS) => void act(name) }
}

function JobRow({ job }: { job: FailedJob }) {
  const { isActing, act } = useAct(job)
  const { kind, reason, attempts, failedAt } = job
  return (
    <li className="px-4 py-3">
      <p className="font-semibold">{kind}</p>
      <p className="text-sm">{reason || 'The process that ran it stopped'}</p>
      <p className="mb-2 text-sm text-muted">
        {'Failed '}
        <RelativeTime iso={failedAt} />
        {` after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isActing} onClick={() => act('retryFailedJob')}>
          Run again
        </Button>
        <Button look="danger" disabled={isActing} onClick={() => act('dropFailedJob')}>
          Delete
        </Button>
      </div>
    </li>
  )
}

/** Jobs that failed for good; each action on them is logged. */
export function FailedJobs() {
  const [data, instead] = loadedData(useQuery(failedJobsQuery(useApi())), 'Failed to load the jobs')
  if (!data) return instead
  if (data.length === 0) return <EmptyState drawing="trotro" title="No failed jobs" />
  return (
    <ul aria-label="Failed jobs" className="card divide-y divide-line">
      {data.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  )
}
