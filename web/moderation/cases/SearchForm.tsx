import { useState } from 'react'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'

const SHORTEST = 2

/** A search whose words are in the address, so that Back shows the results again. */
export function SearchForm({ label }: { label: string }) {
  const [params, setParams] = useSearchParams()
  const [words, setWords] = useState(params.get('q') ?? '')
  return (
    <form
      role="search"
      method="post"
      className="mb-4 flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const q = words.trim()
        if (q.length >= SHORTEST) setParams({ q })
      }}
    >
      <label className="flex-1 text-sm font-semibold">
        {label}
        <input
          dir="auto"
          type="search"
          maxLength={100}
          className="field mt-1 font-normal"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" look="primary">
        Search
      </Button>
    </form>
  )
}

export const useSearchedWords = (): string => {
  const [params] = useSearchParams()
  const q = params.get('q')?.trim() ?? ''
  return q.length >= SHORTEST ? q : ''
}
