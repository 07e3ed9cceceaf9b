import { Fragment } from 'react'
import type { Product } from '#contract/products.ts'

/** What is known of such a thing, as rows of a list of facts. */
export const AttributeFacts = ({ attributes }: Pick<Product, 'attributes'>) =>
  attributes.map(({ name, label, text }) => (
    <Fragment key={name}>
      <dt>{label}</dt>
      <dd dir="auto">{text}</dd>
    </Fragment>
  ))
