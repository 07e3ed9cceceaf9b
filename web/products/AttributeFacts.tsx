import { Fragment } from 'react'
import type { Product } from '#contract/products.ts'

/** A product's attributes as rows of a list of facts. */
export const AttributeFacts = ({ attributes }: Pick<Product, 'attributes'>) =>
  attributes.map(({ name, label, text }) => (
    <Fragment key={name}>
      <dt>{label}</dt>
      <dd dir="auto">{text}</dd>
    </Fragment>
  ))
