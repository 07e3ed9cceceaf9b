import type { Condition } from '#contract/choices.ts'

interface TemplateField {
  name: string
  /** Said of nearly every such item; empty where only the seller knows. */
  value: string
  /** What might stand there. */
  example: string
}

export interface ListingTemplate {
  id: string
  name: string
  /** What it is good for, in a line. */
  hint: string
  /** Id of the category that fits; a deployment may have dropped it. */
  category: string
  condition: Condition
  description: string
  tags: string[]
  customFields: TemplateField[]
}

const ask = (name: string, example: string, value = ''): TemplateField => ({ name, example, value })
const lines = (...texts: string[]) => texts.join('\n')

/** SPEC 2. Each asks what buyers in Ghana ask first. */
export const TEMPLATES: ListingTemplate[] = [
  {
    id: 'smartphone',
    name: 'Smartphone',
    hint: 'Storage, battery health, network, box and charger',
    category: 'mobile',
    condition: 'good',
    description: lines(
      'Everything works: calls, mobile data, camera, speaker, charging and fingerprint.',
      'Screen and back: ',
      'Repairs or parts changed: none',
      'Why I am selling: ',
      'Meet in a public place, put in your own SIM and test it before you pay.',
    ),
    tags: ['smartphone', 'phone', 'unlocked'],
    customFields: [
      ask('Storage', '128 GB'),
      ask('RAM', '6 GB'),
      ask('Battery health', '87 %, lasts a day'),
      ask('Network', 'Locked to one network', 'Unlocked: MTN, Telecel, AT'),
      ask('SIM', 'Dual SIM, one eSIM'),
      ask('Box, charger', 'Both, original, with the cable'),
      ask('IMEI', 'Not checked yet', 'Clean, shown when we meet'),
      ask('Account lock', 'Signed out of iCloud and Google', 'Signed out of iCloud and Google'),
    ],
  },
  {
    id: 'vehicle',
    name: 'Vehicle',
    hint: 'Year, mileage, DVLA papers, roadworthy and insurance',
    category: 'car',
    condition: 'good',
    description: lines(
      'Engine and gearbox: ',
      'Air conditioning: ',
      'Tyres and brakes: ',
      'Accidents or repainting: none',
      'Last servicing: ',
      'Bring your own mechanic. Papers are checked at DVLA before any payment.',
    ),
    tags: ['car', 'vehicle', 'registered'],
    customFields: [
      ask('Make and model', 'Toyota Vitz'),
      ask('Year of make', '2014'),
      ask('Mileage', '96,000 km'),
      ask('Transmission', 'Automatic'),
      ask('Fuel', 'Petrol'),
      ask('Engine size', '1.3 litres'),
      ask('Registration year', 'GR 2019'),
      ask('DVLA papers', 'In another name', 'Complete and in my name'),
      ask('Customs duty', 'Not paid', 'Paid'),
      ask('Roadworthy till', 'March 2027'),
      ask('Insurance till', 'January 2027'),
    ],
  },
  {
    id: 'furniture',
    name: 'Furniture',
    hint: 'Wood, measurements, taking apart and delivery',
    category: 'home-furniture-appliances',
    condition: 'good',
    description: lines(
      'Solid and clean, from a smoke-free home.',
      'Age and use: ',
      'Marks or scratches: ',
      'Why I am selling: moving house',
      'You may come and see it first. Bring a helper for carrying.',
    ),
    tags: ['furniture', 'home', 'living room'],
    customFields: [
      ask('Material', 'Odum wood, foam cushions'),
      ask('Measurements', '200 × 90 × 80 cm'),
      ask('Pieces', '3-seater and two chairs'),
      ask('Colour', 'Dark brown'),
      ask('Termites', 'Treated last year', 'None'),
      ask('Takes apart', 'Legs come off'),
      ask('Delivery', 'Buyer arranges a pickup', 'Buyer arranges a pickup'),
    ],
  },
  {
    id: 'clothing',
    name: 'Clothing',
    hint: 'Size, brand, material, how often worn',
    category: 'fashion',
    condition: 'like-new',
    description: lines(
      'Washed and ironed, no stains, no tears.',
      'Worn: ',
      'Fits: ',
      'Colour may look a little different in daylight.',
      'You may try it on when we meet.',
    ),
    tags: ['fashion', 'clothing', 'clean'],
    customFields: [
      ask('Size', 'UK 12 / M'),
      ask('Brand', 'Zara'),
      ask('Material', 'Cotton, GTP wax print'),
      ask('For', 'Women'),
      ask('Colour', 'Blue and gold'),
      ask('Worn', 'Twice'),
      ask('Origin', 'Sewn in Kumasi'),
    ],
  },
  {
    id: 'textbook',
    name: 'Textbook',
    hint: 'Subject, level, edition, notes in it',
    category: 'other',
    condition: 'good',
    description: lines(
      'All pages are there and the binding holds.',
      'Writing or highlighting inside: ',
      'Follows the syllabus of: ',
      'Cheaper when you take several of my books together.',
      'Can be handed over on campus.',
    ),
    tags: ['textbook', 'school', 'books'],
    customFields: [
      ask('Subject', 'Elective Mathematics'),
      ask('Level', 'SHS 2, or Level 200'),
      ask('Author', 'Aki-Ola'),
      ask('Edition', '4th edition, 2022'),
      ask('Used at', 'KNUST'),
      ask('ISBN', '978-9988-…'),
      ask('Pages missing', 'Page 12 is torn', 'None'),
    ],
  },
  {
    id: 'general',
    name: 'General Item',
    hint: 'Anything else: age, what works, what is included',
    category: 'other',
    condition: 'good',
    description: lines(
      'What it is and how old: ',
      'What works and what does not: ',
      'What comes with it: ',
      'Why I am selling: ',
      'Come and see it, test it, then pay.',
    ),
    tags: ['second hand', 'bargain'],
    customFields: [
      ask('Brand', 'Binatone'),
      ask('Age', '2 years'),
      ask('Measurements', '40 × 30 × 25 cm'),
      ask('Receipt', 'Yes, from Melcom'),
      ask('Delivery', 'Buyer collects', 'Buyer collects or arranges a dispatch rider'),
    ],
  },
]

const EXAMPLES = new Map(
  TEMPLATES.flatMap(({ customFields }) => customFields.map(({ name, example }) => [name, example] as const)),
)

/** What might stand beside a detail of that name. */
export const exampleOf = (name: string): string | undefined => EXAMPLES.get(name)
