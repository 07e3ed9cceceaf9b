import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#web/platform/api/api-context.ts'
import { setMeasure } from './distances.ts'
import { createMeasure } from './measure.ts'
import { townsQuery } from './queries.ts'

/** Draws nothing; while it is rendered, every card shows its distance from the town. */
export function Distances({ from }: { from: string }) {
  const { data: towns } = useQuery(townsQuery(useApi()))
  useEffect(() => {
    const town = towns?.find(({ name }) => name === from)
    setMeasure(towns && town && createMeasure(towns, town))
    return () => setMeasure(undefined)
  }, [towns, from])
  return null
}
