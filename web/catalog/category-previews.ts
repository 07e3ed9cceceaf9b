/** Descriptions of the categories for search engines and link previews. */
const DESCRIPTIONS: Record<string, string> = {
  car: 'Toyota, Hyundai, Kia and other used cars, motorbikes and spare parts',
  home: 'Rooms, apartments, houses and land to rent or buy',
  mobile: 'Used iPhone, Samsung, Tecno and Infinix phones and tablets',
  computers: 'Used HP, Dell and Lenovo laptops, MacBooks and desktops',
  'computer-accessories': 'Keyboards, screens, printers, drives and chargers',
  fashion: 'Second-hand clothes, shoes, bags, watches and kente',
  'beauty-personal-care': 'Hair, skin care, perfume and make-up',
  'home-furniture-appliances': 'Used sofas, beds, fridges, cookers and televisions',
  console: 'Used PlayStation, Xbox and Nintendo consoles',
  'console-accessories': 'Controllers, headsets and games',
}

export const categoryDescription = (categoryId: string | undefined): string | undefined =>
  categoryId === undefined ? undefined : DESCRIPTIONS[categoryId]
