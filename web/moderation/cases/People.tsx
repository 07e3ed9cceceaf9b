import { useQuery } from '@tanstack/react-query'
import type { PersonLine } from '#contract/moderation/cases/people.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { foundPeopleQuery } from '#web/moderation/staff/queries.ts'
import { SearchForm, useSearchedWords } from './SearchForm.tsx'
import { useSanctionText } from './SubjectPanel.tsx'

function PersonRow({ person }: { person: PersonLine }) {
  const sanctionText = useSanctionText()
  const details = [person.email, person.phone, person.role, person.sanction && sanctionText(person.sanction)]
  return (
    <Link to={`/moderation/people/${person.id}`} className="block min-h-14 px-4 py-2">
      <span dir="auto" className="font-semibold">
        {person.name}
      </span>
      <span className="block text-sm text-muted">{details.filter(Boolean).join(' · ')}</span>
    </Link>
  )
}

function Found({ q }: { q: string }) {
  const [data, instead] = loadedData(useQuery(foundPeopleQuery(useApi(), q)), 'Failed to search')
  if (!data) return instead
  if (data.length === 0) return <EmptyState drawing="calabash" title="No people found" />
  return (
    <ul aria-label="People" className="card divide-y divide-line">
      {data.map((person) => (
        <li key={person.id}>
          <PersonRow person={person} />
        </li>
      ))}
    </ul>
  )
}

export function People() {
  const q = useSearchedWords()
  return (
    <>
      <SearchForm label="Name, username, e-mail address, phone number or id" />
      {q && <Found q={q} />}
    </>
  )
}
