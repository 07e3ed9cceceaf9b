/**
 * Pictures that a browser shows when it offers to install the site; made by `npm run screens -- --manifest`.
 */
export const MANIFEST_PICTURES = [
  { name: 'home-narrow', formFactor: 'narrow', width: 780, height: 1600, label: 'Goods near you' },
  {
    name: 'list-narrow',
    formFactor: 'narrow',
    width: 780,
    height: 1600,
    label: 'Search with prices and places',
  },
  {
    name: 'product-narrow',
    formFactor: 'narrow',
    width: 780,
    height: 1600,
    label: 'A product and its seller',
  },
  {
    name: 'list-wide',
    formFactor: 'wide',
    width: 1280,
    height: 800,
    label: 'Search with all filters beside it',
  },
] as const
