import type { Product } from '#contract/products.ts'

/** Facts that the seller adds to the fixed fields, such as storage or mileage, as rows of a list of facts. */
export const CustomFields = ({ fields }: { fields: Product['customFields'] }) =>
  fields.map(({ name, value }) => (
    <div key={`${name}: ${value}`} className="contents">
      <dt dir="auto">{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  ))
