import { describe, expect, it } from 'vitest'
import { askedAttributes, suggestedAttributes, thingInTitle } from './asked-attributes.ts'
import { attributesOf } from './attribute-rules.ts'
import { ATTRIBUTES } from './attributes.ts'
import { THINGS } from './things.ts'

const askedFor = (category: string, title: string) =>
  askedAttributes(category, title, suggestedAttributes(category, title)).asked

/** Titles as sellers write them, and what the form asks for. */
const TITLES: Record<string, [title: string, asked: string][]> = {
  'home-furniture-appliances': [
    ['Neatly used LG double door fridge', 'kind brand capacity colour'],
    ['Home used Nasco table top fridge, still cold', 'kind brand capacity colour'],
    ['Bruhm chest freezer 300L UK used', 'kind brand capacity colour'],
    ['Samsung 43" smart tv full hd', 'kind brand screen'],
    ['Hisense 55 inches 4K television brand new in box', 'kind brand screen'],
    ['TV stand with drawers', 'kind material colour'],
    ['Midea 1.5hp air conditioner with outdoor', 'kind brand power'],
    ['2.5 HP split AC, foreign used', 'kind brand power'],
    ['4 burner gas cooker with oven', 'kind brand colour'],
    ['Table top gas stove, 2 burner', 'kind brand colour'],
    ['LG washing machine 8kg, washer and dryer', 'kind brand colour'],
    ['Binatone standing fan', 'kind brand colour'],
    ['Ceiling fans (3 pieces) fairly used', 'kind brand colour'],
    ['3 in 1 L-shape sofa for hall', 'kind material colour'],
    ['Room and parlour sofa chairs, leather', 'kind material colour'],
    ['Queen size bed with Ashfoam mattress', 'kind material colour'],
    ['Student mattress, neat', 'kind material colour'],
    ['Dining table with 6 chairs', 'kind material colour'],
    ['Swivel office chair', 'kind material colour'],
    ['3 door wardrobe, mahogany', 'kind material colour'],
    ['Philips blender and grinder', 'kind brand capacity colour'],
    ['Electric kettle 1.7 litres', 'kind brand capacity colour'],
    ['Binatone dry iron', 'kind brand colour'],
    ['Curtains for 2 windows', 'kind material colour'],
    ['Moving out sale, everything must go', 'kind brand material colour'],
  ],
  mobile: [
    ['Fresh UK used iPhone XR 64gb', 'brand model storage batteryHealth sim network colour'],
    ['Samsung A14 dual sim with charger', 'brand model storage ram sim colour'],
    ['Tecno Spark 10 still in warranty', 'brand model storage ram sim colour'],
    ['Nokia yam phone, torchlight', 'brand model sim colour'],
    ['iPad Air 2 wifi only', 'brand model storage batteryHealth sim colour'],
  ],
  computers: [
    ['HP laptop core i5 8gb 256 ssd', 'brand model processor ram storage screen kind'],
    ['Macbook pro 2017 13 inch', 'brand model processor ram storage screen kind'],
    ['Dell OptiPlex desktop, system unit only', 'brand model processor ram storage kind'],
    ['HP all in one computer touch screen', 'brand model processor ram storage screen kind'],
  ],
  'computer-accessories': [
    ['24 inch Dell monitor, HDMI', 'kind brand connection'],
    ['Canon printer 3 in 1 (print, scan, copy)', 'kind brand connection'],
    ['1TB external hard drive with movies', 'kind brand'],
    ['Wireless mouse and keyboard', 'kind brand connection colour'],
  ],
  car: [
    [
      'Toyota Vitz 2012, registered 2020, home used',
      'make model year mileage gearbox fuel engine body papers colour',
    ],
    [
      'Hyundai Elantra 2016 full option unregistered',
      'make model year mileage gearbox fuel engine body papers colour',
    ],
    ['Royal motorbike, 125cc, with papers', 'make model year mileage body papers colour'],
    ['Haojue okada very strong', 'make model year mileage body papers colour'],
    ['Mountain bike for adults, 21 gears', 'make body colour'],
    ['4 tyres 195/65 R15 home used', 'make model body'],
    ['Corolla front bumper 2009 to 2013', 'make model body'],
  ],
  home: [
    ['Chamber and hall self contained at Kasoa', 'kind offer furnished water meter'],
    ['2 bedroom flat for rent at Madina', 'kind offer bedrooms bathrooms furnished water meter'],
    ['Plot of land 70x100 at Oyibi, litigation free', 'kind offer area'],
    ['4 bedroom house with boys quarters, East Legon', 'kind offer bedrooms bathrooms furnished water meter'],
    ['Store for rent at Kaneshie market', 'kind offer area meter'],
    ['Hostel room 2 in a room, Ayeduase', 'kind offer furnished water'],
    ['Airbnb studio, fully furnished, Osu', 'kind bedrooms bathrooms furnished'],
  ],
  fashion: [
    ['Ladies straight dress size 12', 'kind for size brand material colour'],
    ['Nike Air Force 1 sneakers, size 43', 'kind for size brand colour'],
    ['Office shoe for men, original leather', 'kind for size brand colour'],
    ['Casio wrist watch for men', 'kind for brand colour'],
    ['GTP nustyle cloth, 6 yards', 'kind brand material colour'],
    ['Gold plated necklace set', 'kind for material colour'],
    ['Ladies hand bag, big size', 'kind for brand material colour'],
    ['UK first selection jeans, bale', 'kind for size brand material colour'],
  ],
  'beauty-personal-care': [
    ['Bone straight human hair wig 20 inches', 'kind length'],
    ['Lattafa Asad perfume 100ml', 'kind brand for volume'],
    ['Shea butter raw from Tamale', 'kind brand volume'],
    ['Wahl clipper for barbers', 'kind brand'],
  ],
  console: [
    ['PS4 slim 500gb with two pads', 'brand model storage controllers'],
    ['PS5 disc version brand new', 'brand model storage controllers edition'],
  ],
  'console-accessories': [
    ['PS4 pad original, black', 'kind platform brand colour'],
    ['FIFA 23 CD for PS4', 'kind platform'],
    ['Gaming chair with footrest', 'kind brand colour'],
  ],
  other: [
    ['Core maths textbook SHS, Aki-Ola', ''],
    ['Yamaha keyboard piano', 'brand colour'],
  ],
}

describe.each(Object.entries(TITLES))('the form of %s', (category, titles) => {
  it.each(titles)('asks for what fits “%s”: %s', (title, expected) => {
    expect(askedFor(category, title).toSorted()).toEqual(expected.split(' ').filter(Boolean).toSorted())
  })
})

describe('the table of things', () => {
  const categories = Object.entries(THINGS)

  it('covers each category that has attributes', () => {
    expect(Object.keys(THINGS).toSorted()).toEqual(Object.keys(ATTRIBUTES).toSorted())
  })

  it.each(categories)('names only attributes of %s', (category, { asks, chosenBy, things }) => {
    const names = attributesOf(category).map(([name]) => name)
    const used = [asks, chosenBy ?? '', ...things.flatMap((one) => [one.asks, one.more])]
    for (const name of used.flatMap((text) => text.split(' ')).filter(Boolean)) expect(names).toContain(name)
  })

  it.each(categories)('names only kinds that sellers of %s can choose', (category, { chosenBy, things }) => {
    const attribute = Object.fromEntries(attributesOf(category))[chosenBy ?? '']
    const values = attribute?.kind === 'choice' ? attribute.values : []
    expect(things.map(({ name }) => name).filter((name) => name && !values.includes(name))).toEqual([])
    // Otherwise nobody could correct the kind.
    const unasked = things.filter(({ asks }) => chosenBy && !asks.split(' ').includes(chosenBy))
    expect(unasked).toEqual([])
  })
})

describe('the kind of thing', () => {
  const category = 'home-furniture-appliances'

  it('is what the seller chose, whatever the title says', () => {
    const asked = askedAttributes(category, 'Samsung TV', { kind: 'Fridge or freezer' })
    expect(asked.asked).toEqual(['kind', 'brand', 'capacity', 'colour'])
  })

  it('is unknown for “Other”, unless the title names it', () => {
    expect(askedAttributes(category, 'Nice thing', { kind: 'Other' }).more).toContain('screen')
    expect(askedAttributes(category, 'Dry iron', { kind: 'Other' }).more).not.toContain('screen')
  })

  it('comes before its accessories and last in a compound', () => {
    const nameOf = (title: string) => thingInTitle(category, title)?.name
    expect(nameOf('Table with 4 chairs')).toBe('Table or desk')
    expect(nameOf('Remote for TV')).toBeUndefined()
    expect(nameOf('For sale: LG fridge')).toBe('Fridge or freezer')
    expect(nameOf('TV stand')).toBe('Wardrobe or shelf')
    expect(nameOf('Iron bed')).toBe('Bed or mattress')
  })

  it('leaves the other attributes of most things behind a button if it is unknown', () => {
    const { asked, more } = askedAttributes(category, 'Moving out sale', {})
    expect(asked).toEqual(['kind', 'brand', 'material', 'colour'])
    expect(more).toEqual(['screen', 'capacity', 'power'])
  })

  it('is suggested from the title, with the attributes that fit it', () => {
    expect(suggestedAttributes(category, 'Samsung 43 inch TV')).toEqual({
      kind: 'Television',
      brand: 'Samsung',
      screen: '43',
    })
    // The inches of a mattress are no screen.
    expect(suggestedAttributes(category, 'Student mattress 18 inches')).toEqual({ kind: 'Bed or mattress' })
  })

  it('is ignored in a category without a table', () => {
    expect(askedAttributes('no-such-category', 'Fridge', {})).toEqual({ asked: [], more: [] })
    expect(thingInTitle('constructor', 'Fridge')).toBeUndefined()
  })
})
