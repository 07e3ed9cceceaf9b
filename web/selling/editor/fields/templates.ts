import type { Condition } from '#contract/selling/choices.ts'
import { DESCRIPTION_PROMPTS } from '#contract/selling/description-prompts.ts'

interface TemplateField {
  name: string
  example: string
}

export interface ListingTemplate {
  id: string
  name: string
  /** What it is good for, in a line. */
  hint: string
  /** Id of the category that fits; a deployment may have dropped it. */
  category: string
  /** A suggestion; the seller is shown it. */
  condition: Condition
  description: string
  tags: string[]
  customFields: TemplateField[]
}

const ask = (name: string, example: string): TemplateField => ({ name, example })
const asking = (prompts: readonly string[]) => prompts.map((prompt) => `${prompt} `).join('\n')

/** SPEC 2. Each asks what buyers in Ghana ask first, and claims nothing: what the seller leaves open is not published. */
export const TEMPLATES: ListingTemplate[] = [
  {
    id: 'smartphone',
    name: 'Smartphone',
    hint: 'Storage, battery health, network, box and charger',
    category: 'mobile',
    condition: 'good',
    description: asking(DESCRIPTION_PROMPTS.smartphone),
    tags: ['smartphone', 'phone'],
    customFields: [
      ask('Storage', '128 GB'),
      ask('RAM', '6 GB'),
      ask('Battery health', '87 %, lasts a day'),
      ask('Network', 'Unlocked: MTN, Telecel, AT'),
      ask('SIM', 'Dual SIM, one eSIM'),
      ask('Box, charger', 'Both, original, with the cable'),
      ask('IMEI', 'Checked by *#06#, shown when we meet'),
      ask('Account lock', 'Signed out of iCloud and Google'),
    ],
  },
  {
    id: 'vehicle',
    name: 'Vehicle',
    hint: 'Year, mileage, DVLA papers, roadworthy and insurance',
    category: 'car',
    condition: 'good',
    description: asking(DESCRIPTION_PROMPTS.vehicle),
    tags: ['car', 'vehicle'],
    customFields: [
      ask('Make and model', 'Toyota Vitz'),
      ask('Year of make', '2014'),
      ask('Mileage', '96,000 km'),
      ask('Transmission', 'Automatic'),
      ask('Fuel', 'Petrol'),
      ask('Engine size', '1.3 litres'),
      ask('Registration year', 'GR 2019'),
      ask('DVLA papers', 'Complete and in my name'),
      ask('Customs duty', 'Paid'),
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
    description: asking(DESCRIPTION_PROMPTS.furniture),
    tags: ['furniture', 'home'],
    customFields: [
      ask('Material', 'Odum wood, foam cushions'),
      ask('Measurements', '200 × 90 × 80 cm'),
      ask('Pieces', '3-seater and two chairs'),
      ask('Colour', 'Dark brown'),
      ask('Termites', 'Treated last year'),
      ask('Takes apart', 'Legs come off'),
      ask('Delivery', 'Buyer arranges a pickup'),
    ],
  },
  {
    id: 'clothing',
    name: 'Clothing',
    hint: 'Size, brand, material, how often worn',
    category: 'fashion',
    condition: 'like-new',
    description: asking(DESCRIPTION_PROMPTS.clothing),
    tags: ['fashion', 'clothing'],
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
    description: asking(DESCRIPTION_PROMPTS.textbook),
    tags: ['textbook', 'school', 'books'],
    customFields: [
      ask('Subject', 'Elective Mathematics'),
      ask('Level', 'SHS 2, or Level 200'),
      ask('Author', 'Aki-Ola'),
      ask('Edition', '4th edition, 2022'),
      ask('Used at', 'KNUST'),
      ask('ISBN', '978-9988-…'),
      ask('Pages missing', 'Page 12 is torn'),
    ],
  },
  {
    id: 'general',
    name: 'General Item',
    hint: 'Anything else: age, what works, what is included',
    category: 'other',
    condition: 'good',
    description: asking(DESCRIPTION_PROMPTS.general),
    tags: ['second hand'],
    customFields: [
      ask('Brand', 'Binatone'),
      ask('Age', '2 years'),
      ask('Measurements', '40 × 30 × 25 cm'),
      ask('Receipt', 'Yes, from Melcom'),
      ask('Delivery', 'Buyer collects or arranges a dispatch rider'),
    ],
  },
]

const EXAMPLES = new Map(
  TEMPLATES.flatMap(({ customFields }) => customFields.map(({ name, example }) => [name, example] as const)),
)

/** What might stand beside a detail of that name. */
export const exampleOf = (name: string): string | undefined => EXAMPLES.get(name)
