import { describe, expect, it } from 'vitest'
import { SEARCH_MAX } from '#contract/limits.ts'
import { changeFilters, filtersToSearch, parseFilters, productsPath } from './filters.ts'

const parse = (text: string) => parseFilters(new URLSearchParams(text))

describe('the filters of an address', () => {
  it('stay the same when read and written', () => {
    const address =
      '?search=samsung+galaxy&category=mobile&attributes=brand.Samsung*storage.128+GB*year.2015..2020&location=Osu&region=Greater+Accra&min=100&max=2500.50&sort=price_low&date=week&price_type=fixed&near=Cape+Coast&within=25'
    expect(filtersToSearch(parse(address))).toBe(address)
  })

  it.each([
    'sort=cheapest',
    'date=yesterday',
    'region=Atlantis',
    'min=-5',
    'max=1e9',
    'max=12.345',
    'max=5k',
    'max=cheap',
    'category=../etc',
    'near=5.6001,-0.2001',
    'near=%3Cscript%3E',
    'within=7',
    'price_type=free',
    'cursor=%00',
    'search=++',
    'search=%00',
    'search=%01%7F+%C2%85',
    'location=+%00+',
    'near=%00',
    'region=%00',
    'category=%00',
    'min=1%00',
    'attributes=brand.%00',
    'utm_source=whatsapp',
    'attributes=brand',
    'attributes=.Samsung*brand.',
  ])('do not include %s', (nonsense) => {
    expect(parse(nonsense)).toEqual({})
  })

  it.each([
    ['min=1,250', { min: '1250' }],
    ['max=GH%E2%82%B51,250.50', { max: '1250.50' }],
    ['max=1+250+cedis', { max: '1250' }],
    ['max=+GHS+1250+', { max: '1250' }],
    ['max=%24900', { max: '900' }],
    ["max=1'250", { max: '1250' }],
    ['min=12,50', { min: '12.50' }],
  ])('read a price as people write it: %s', (address, filters) => {
    expect(parse(address)).toEqual(filters)
  })

  it('contain no control characters or half surrogates', () => {
    expect(parse('search=k%07en%00te&attributes=brand.Sam%00sung')).toEqual({
      search: 'kente',
      attributes: 'brand.Samsung',
    })
    const cut = `${'a'.repeat(SEARCH_MAX - 1)}😀`
    expect(parse(`search=${cut}`)).toEqual({ search: cut.slice(0, SEARCH_MAX - 1) })
    expect(parse('search=%ED%A0%80x').search?.isWellFormed()).toBe(true)
  })

  it('have the same address in any order', () => {
    expect(filtersToSearch(parse('sort=oldest&search=tv'))).toBe(
      filtersToSearch(parse('search=tv&sort=oldest')),
    )
  })

  it.each([
    ['search=tv&sort=relevance', '?search=tv'],
    ['search=tv&sort=newest', '?search=tv&sort=newest'],
    ['sort=newest', ''],
  ])('omit the default order: %s', (address, clean) => {
    expect(filtersToSearch(parse(address))).toBe(clean)
  })

  it('accept separate attributes, as a form without script sends them', () => {
    expect(filtersToSearch(parse('attributes=storage.64+GB&attributes=&attributes=brand.Apple'))).toBe(
      '?attributes=brand.Apple*storage.64+GB',
    )
  })

  it('lose the attributes of the old category when it changes', () => {
    const phones = parse('category=mobile&attributes=brand.Apple')
    expect(changeFilters(phones, { category: 'car' }).attributes).toBeUndefined()
    expect(changeFilters(phones, { category: 'mobile' }).attributes).toBe('brand.Apple')
    expect(changeFilters(phones, { search: 'red' }).attributes).toBe('brand.Apple')
  })

  it('lose the radius when the centre is removed', () => {
    const near = parse('near=Kumasi&within=25')
    expect(changeFilters(near, { near: undefined })).toMatchObject({ within: undefined })
    expect(changeFilters(near, { search: 'red' })).toMatchObject({ near: 'Kumasi', within: '25' })
  })

  it('return to the first page after a change', () => {
    expect(productsPath(changeFilters(parse('search=tv&cursor=abc'), { date: 'week' }))).toBe(
      '/products?search=tv&date=week',
    )
  })
})
