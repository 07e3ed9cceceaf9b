import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { StolenPhone } from '#contract/imei/imei.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { SubmitButton } from '#web/platform/forms/SubmitButton.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ImeiInput } from './ImeiInput.tsx'
import { stolenPhonesQuery } from './queries.ts'
import { useImei } from './use-imei.ts'

function Reported({ phones, onFound }: { phones: StolenPhone[]; onFound: (id: string) => void }) {
  if (phones.length === 0) return null
  return (
    <ul className="mt-4 grid gap-2">
      {phones.map(({ id, policeReport }) => (
        <li key={id} className="card flex flex-wrap items-center justify-between gap-2 p-3">
          <span>Police report {policeReport}</span>
          <Button onClick={() => onFound(id)}>I have it back</Button>
        </li>
      ))}
    </ul>
  )
}

/** Reports a stolen phone and lists the person's reports. */
export function ReportStolen({ personId }: { personId: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const query = stolenPhonesQuery(api, personId)
  const { data: phones = [] } = useQuery(query)
  const { field, send, isSending } = useImei()
  const [policeReport, setPoliceReport] = useState('')
  const [isReported, setReported] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void send(async (imei) => {
      const reply = await api.call('reportStolenPhone', { body: { imei, policeReport } })
      queryClient.setQueryData(query.queryKey, reply.phones)
      setPoliceReport('')
      setReported(true)
    })
  }

  async function takeBack(id: string) {
    await api.call('deleteStolenPhone', { params: { id } })
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  }

  return (
    <>
      <form method="post" noValidate className="grid gap-3" onSubmit={submit}>
        <ImeiInput label="IMEI of your phone" hint="You find it on the box and on the receipt." {...field} />
        <Field
          label="Number of the police report"
          value={policeReport}
          maxLength={60}
          onChange={(event) => setPoliceReport(event.target.value)}
        />
        <div>
          <SubmitButton action="Reporting a phone" aria-disabled={isSending || undefined}>
            Report as stolen
          </SubmitButton>
        </div>
        <output className="block font-semibold">
          {isReported && 'Your report is saved. If somebody lists this phone here, a moderator checks it.'}
        </output>
      </form>
      <Reported phones={phones} onFound={(id) => void takeBack(id)} />
    </>
  )
}
