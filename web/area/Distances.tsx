import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#web/platform/api/api-context.ts'
import { setMeasure } from './distances.ts'
import { createMeasure } from './measure.ts'
import { townsQuery } from './queries.ts'

/** Draws nothing: has every card say how far it is from the town, as long as this is rendered. */
export function Distances({ from }: { from: string }) {
  const { data: towns } = useQuery(townsQuery(useApi()))
  useEffect(() => {
    const town = towns?.find(({ name }) => name === from)
    setMeasure(towns && town && createMeasure(towns, town))
    return () => setMeasure(undefined)
  }, [towns, from])
  return null
}
