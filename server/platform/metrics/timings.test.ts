import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createTimings } from './timings.ts'

it('a histogram has cumulative counts for Prometheus', async () => {
  const name = 'timings_of_a_test_seconds'
  const registry = new Registry()
  const times = createTimings(registry, { name, help: 'Of a test', labels: ['route', 'status'] })
  for (const milliseconds of [0.2, 0.5, 3, 20_000]) times.of('getProduct', 200).observe(milliseconds)
  times.of('getProduct', 404).observe(1)
  const text = await registry.getSingleMetricAsString(name)
  const valueOf = (part: string, labels: string) =>
    Number(new RegExp(`^${name}_${part}\\{${labels}\\} (.*)$`, 'm').exec(text)?.[1])
  const ok = 'route="getProduct",status="200"'
  expect(valueOf('bucket', `le="0.0005",${ok}`)).toBe(2)
  expect(valueOf('bucket', `le="0.0025",${ok}`)).toBe(2)
  expect(valueOf('bucket', `le="0.005",${ok}`)).toBe(3)
  expect(valueOf('bucket', `le="10",${ok}`)).toBe(3)
  expect(valueOf('bucket', `le="\\+Inf",${ok}`)).toBe(4)
  expect(valueOf('count', ok)).toBe(4)
  expect(valueOf('sum', ok)).toBeCloseTo(20.0037)
  expect(valueOf('count', 'route="getProduct",status="404"')).toBe(1)
})
