import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subject } from '#contract/moderation/cases/cases.ts'
import { isolated } from '#contract/isolated.ts'
import type { PersonLine } from '#contract/moderation/cases/people.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { showFailure } from '#web/platform/forms/use-zod-form.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { ActionBar } from './ActionBar.tsx'
import { Barred } from './Barred.tsx'
import { PersonFacts } from '#web/moderation/cases/evidence/PersonFacts.tsx'
import { DeleteForGood } from './DeleteForGood.tsx'
import { foundPeopleQuery, moderatedPersonQuery, STAFF_KEY } from '#web/moderation/staff/queries.ts'
import { Part } from './Part.tsx'
import { SubjectPanel } from './SubjectPanel.tsx'

const ACTIONS = ['warn', 'limit', 'suspend', 'ban', 'restore'] as const
const ROLES = { none: 'No role', moderator: 'Moderator', administrator: 'Administrator' } as const
type RoleName = keyof typeof ROLES

/** Administrators give and take roles after a new proof of their identity. */
function RoleForm({ line }: { line: PersonLine }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<RoleName>(line.role ?? 'none')
  const [isSaving, setSaving] = useState(false)

  async function save() {
    setSaving(true)
    try {
      const role = chosen === 'none' ? null : chosen
      await api.call('setRole', { params: { id: line.id }, body: { role } })
      showToast(`${isolated(line.name)}: ${ROLES[chosen]}`)
      await queryClient.invalidateQueries({ queryKey: STAFF_KEY })
    } catch (error) {
      showFailure('Failed to change the role', error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className="mt-4 flex flex-wrap items-end gap-2">
      <label className="text-sm font-semibold">
        Role
        <select
          className="field mt-1 font-normal"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value as RoleName)}
        >
          {Object.entries(ROLES).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <Button busy={isSaving && 'Saving…'} onClick={() => void save()}>
        Save role
      </Button>
    </div>
  )
}

function ForAdministrators({ line, person }: { line: PersonLine; person: Subject }) {
  const navigate = useNavigate()
  return (
    <>
      <RoleForm key={String(line.role)} line={line} />
      {!person.bar && (
        <DeleteForGood
          name="deletePerson"
          id={person.id}
          title={person.name}
          onDeleted={() => navigate('/moderation/people')}
        />
      )}
    </>
  )
}

interface PersonViewProps {
  id: string
  isAdministrator: boolean
}

/** What moderators know of a person, earlier decisions, and the possible actions. */
export function PersonView({ id, isAdministrator }: PersonViewProps) {
  const api = useApi()
  const query = useQuery(moderatedPersonQuery(api, id))
  const [person, instead] = loadedData(query, 'Failed to load the person')
  const { data: lines } = useQuery(foundPeopleQuery(api, id))
  const line = lines?.find((found) => found.id === id)
  if (!person && statusOf(query.error) === 404) return <EmptyState drawing="bird" title="Person not found" />
  if (!person) return instead
  return (
    <article aria-label={person.name}>
      <h2 dir="auto" className="text-xl font-bold">
        {person.name}
      </h2>
      <p className="text-sm text-muted">{[line?.email, line?.phone].filter(Boolean).join(' · ')}</p>
      <Link to={`/sellers/${id}`} className="lone-link link">
        See public profile
      </Link>
      <div className="my-3">
        {person.bar ? (
          <Barred bar={person.bar} />
        ) : (
          <ActionBar
            actions={ACTIONS}
            target={{ kind: 'person', id }}
            title={person.name}
            subjectName={person.name}
          />
        )}
      </div>
      <div className="staff-columns">
        <div className="card p-4">
          <SubjectPanel person={person} />
        </div>
        {person.profile && (
          <Part title="On the site">
            <Avatar name={person.name} src={person.profile.picture} size="large" />
            <PersonFacts scene={person.profile} />
          </Part>
        )}
      </div>
      {isAdministrator && line && <ForAdministrators line={line} person={person} />}
    </article>
  )
}
