import { useQuery } from '@tanstack/react-query'
import type { ShownWordList } from '#contract/moderation/guard/word-lists.ts'
import { wordListsQuery } from '#web/moderation/staff/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { WordListForm } from './WordListForm.tsx'

function WordListItem({ list }: { list: ShownWordList }) {
  const { name, words, isEdited, rules } = list
  return (
    <li>
      <details className="px-4 py-3">
        <summary className="min-h-11 cursor-pointer">
          <span className="font-semibold">{name}</span>
          {isEdited && <span className="badge badge-sold ml-2">Changed here</span>}
          <span className="block text-sm wrap-anywhere text-muted">{words.join(' ')}</span>
          {rules.length > 0 && (
            <span className="block text-sm text-muted">{`Used by the patterns of ${rules.join(', ')}`}</span>
          )}
        </summary>
        <WordListForm list={list} />
      </details>
    </li>
  )
}

/** The lists of words that mean the same to the guard. */
export function WordLists() {
  const [lists, instead] = loadedData(useQuery(wordListsQuery(useApi())), 'Failed to load the word lists')
  if (!lists) return instead
  if (lists.length === 0)
    return (
      <EmptyState drawing="drum" title="No word lists">
        <p>The program brings its lists when it starts.</p>
      </EmptyState>
    )
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        Words of one list mean the same to the guard. It uses all lists when it compares messages with the
        tricks that it knows, and a pattern can use one by its name, such as @apps. Add the words that people
        use here.
      </p>
      <ul aria-label="Word lists" className="card divide-y divide-line">
        {lists.map((list) => (
          <WordListItem key={list.name} list={list} />
        ))}
      </ul>
    </>
  )
}
