import type { Product } from '#contract/products.ts'

/** What the seller adds beyond the fixed fields, such as storage or mileage. */
export function CustomFields({ fields }: { fields: Product['customFields'] }) {
  if (fields.length === 0) return null
  return (
    <section aria-labelledby="details" className="mt-6">
      <h2 id="details" className="text-xl font-bold">
        Details
      </h2>
      <dl className="custom-fields">
        {fields.map(({ name, value }) => (
          <div key={`${name}: ${value}`} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
