import { type Attribute, choice, number, text } from './attribute-kinds.ts'

/**
 * The attributes of each category that buyers compare: brand, storage, mileage. Form, checks, facts, filters
 * with counts, search words, saved searches, demo data and the large made-up market are derived from this
 * table; a new attribute only needs a line here. None is required. Kept free of zod.
 */

const COLOURS =
  'Black|White|Grey|Silver|Gold|Blue|Red|Green|Brown|Beige|Yellow|Orange|Pink|Purple|Multicolour'
const YES_NO = 'Yes|No'

const colour = choice('Colour', COLOURS)
const year = number('Year', 1950, 2030, { inTitle: /\b(19[5-9]\d|20[0-3]\d)\b/ })
const storage = choice(
  'Storage',
  '16 GB|32 GB|64 GB|120 GB|128 GB|240 GB|250 GB|256 GB|500 GB|512 GB|1 TB|2 TB',
  {
    inTitle: /\b(\d{2,3} ?gb|[12] ?tb)\b(?! ?ram)(?![ /+]+\d+ ?(?:gb|tb))/i,
  },
)
const ram = choice('RAM', '1 GB|2 GB|3 GB|4 GB|6 GB|8 GB|12 GB|16 GB|24 GB|32 GB|64 GB', {
  inTitle: /\b(\d{1,2} ?gb)(?: ?ram\b|(?=[ /+]+(?:ram[ /+]+)?(?:\d{2,3} ?gb|[12] ?tb)\b))/i,
})
const network = choice('Network', 'Unlocked|Locked to a network', {
  isFilter: false,
  inTitle: /\b(unlocked)\b/i,
})

/** Attributes by the category's id. The deployment may have other categories, which have no attributes. */
export const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
  mobile: {
    brand: text(
      'Brand',
      'Samsung: galaxy|Apple: iphone, ipad|Tecno: camon, spark, phantom|Infinix|Itel|Xiaomi: redmi, poco|Huawei|Google: pixel|Nokia|OnePlus|Oppo|Vivo|Realme|Motorola',
    ),
    model: text('Model', '', {
      inTitle:
        /\b(iphone (?:se|x[rs]?|\d{1,2})(?: (?:pro max|pro|plus|mini|max|20\d\d))?|ipad(?: (?:air|pro|mini))?(?: \d{1,2})?|galaxy (?:z (?:flip|fold) ?\d|tab [as]\d{1,2}|note ?\d{1,2}|[asm]\d{1,2})(?: (?:ultra|plus|fe))?|(?:camon|spark|pop|pova|phantom|hot|note|smart|zero) [xv]?\d{1,2}\w?(?: (?:pro|play|premier))?|redmi (?:note )?\d{1,2}\w?(?: pro)?|pixel \d\w?(?: (?:pro|xl))?)\b/i,
    }),
    storage,
    ram,
    batteryHealth: number('Battery health', 1, 100, {
      unit: '%',
      inTitle: /\b(\d{2,3}) ?% (?:battery|bh)\b|\b(?:battery|bh) (\d{2,3}) ?%/i,
    }),
    sim: choice('SIM', 'One SIM|Dual SIM|eSIM|No SIM', { isFilter: false, inTitle: /\b(dual sim|esim)\b/i }),
    network,
    colour,
  },
  computers: {
    brand: text(
      'Brand',
      'HP: elitebook, probook, pavilion|Dell: latitude, inspiron, xps|Lenovo: thinkpad, ideapad|Apple: macbook, imac|Acer|Asus: vivobook, zenbook|Toshiba|Microsoft: surface|Samsung|MSI',
    ),
    model: text('Model', '', {
      inTitle:
        /\b(macbook (?:air|pro)(?: m\d)?|imac|(?:elitebook|probook|zbook) \w+(?: g\d)?|pavilion \w+|latitude \w+|inspiron \w+|xps \d+|thinkpad \w+(?: carbon)?|ideapad \w+|surface \w+(?: \d)?)\b/i,
    }),
    processor: text(
      'Processor',
      'Intel Core i3: i3|Intel Core i5: i5|Intel Core i7: i7|Intel Core i9: i9|Intel Celeron: celeron|Intel Pentium: pentium|AMD Ryzen 3|AMD Ryzen 5|AMD Ryzen 7|Apple M1: m1|Apple M2: m2|Apple M3: m3',
      { inTitle: /\b(ryzen \d)\b/i },
    ),
    ram,
    storage,
    screen: number('Screen', 7, 40, {
      unit: 'inches',
      decimals: 1,
      inTitle: /\b(\d{2}(?:\.\d)?) ?(?:inch(?:es)?|″|")/i,
    }),
    kind: choice('Kind', 'Laptop|Desktop|All in one|Tablet|Server', {
      inTitle: /\b(laptop|desktop|all in one|tablet|server)\b/i,
    }),
  },
  'computer-accessories': {
    kind: choice(
      'Kind',
      'Mouse|Keyboard|Monitor|Printer|Storage|Memory|Router|Webcam|Charger|Cable|Speaker|Other',
      { inTitle: /\b(mouse|keyboard|monitor|printer|router|webcam|charger|cable|speaker)s?\b/i },
    ),
    brand: text('Brand', 'Logitech|HP|Dell|Seagate|SanDisk|Kingston|Canon|Epson|TP-Link|Anker|Samsung|Apple'),
    connection: choice('Connection', 'USB|USB-C|Bluetooth|Wireless|HDMI|Wi-Fi', {
      inTitle: /\b(usb-c|usb|bluetooth|wireless|hdmi|wi-?fi)\b/i,
    }),
    colour,
  },
  car: {
    make: text(
      'Make',
      'Toyota: corolla, vitz, camry, yaris, rav4, hilux|Hyundai: elantra, tucson, accent|Kia: picanto, sportage, rio|Honda: civic, accord|Nissan: sentra, rogue, almera|Volkswagen: vw, golf, passat|Mercedes-Benz: mercedes, benz|Ford: escape, ranger|Opel: astra, vectra|Mitsubishi: pajero, lancer|BMW|Suzuki|Mazda|Chevrolet|Land Rover|Lexus|Daewoo: matiz',
    ),
    model: text(
      'Model',
      'Corolla|Vitz|Camry|Yaris|RAV4|Highlander|Land Cruiser|Hilux|Matrix|Avensis|Elantra|Accent|Tucson|Sonata|i10|Santa Fe|Picanto|Rio|Sportage|Cerato|Morning|Forte|Civic|CR-V|Accord|Fit|Sentra|Rogue|Almera|Versa|Patrol|X-Trail|Golf|Passat|Jetta|Tiguan|Escape|Focus|Ranger|Transit|Astra|Vectra|Zafira|Pajero|L200|Lancer|Matiz',
    ),
    year,
    mileage: number('Mileage', 0, 2_000_000, {
      unit: 'km',
      inTitle: /\b(\d{1,3}(?:[, ]?\d{3})+|\d{1,3}(?=k ?km)) ?k?km\b/i,
    }),
    gearbox: choice('Gearbox', 'Automatic|Manual', { inTitle: /\b(automatic|manual)\b/i }),
    fuel: choice('Fuel', 'Petrol|Diesel|Hybrid|Electric|Gas (LPG)', {
      inTitle: /\b(petrol|diesel|hybrid|electric)\b/i,
    }),
    engine: number('Engine', 0.1, 10, {
      unit: 'litres',
      decimals: 1,
      isFilter: false,
      inTitle: /\b(\d\.\d) ?(?:l|litres?)\b/i,
    }),
    body: choice('Kind', 'Saloon|Hatchback|SUV|Pickup|Van or bus|Truck|Motorbike|Bicycle|Spare part', {
      inTitle: /\b(saloon|hatchback|suv|pickup|motorbike|bicycle)\b/i,
    }),
    papers: choice('Registered', YES_NO, { isFilter: false }),
    colour,
  },
  home: {
    kind: choice(
      'Kind',
      'Single room|Chamber and hall|Apartment|House|Hostel bed|Office or shop|Land|Short stay',
      { inTitle: /\b(single room|chamber and hall|apartment|house|land)\b/i },
    ),
    offer: choice('For', 'Rent|Sale', { inTitle: /\b(?:for |to )?(rent|sale)\b/i }),
    bedrooms: number('Bedrooms', 0, 20, { inTitle: /\b(\d{1,2})[ -]?bed(?:room)?s?\b/i }),
    bathrooms: number('Bathrooms', 0, 20, { inTitle: /\b(\d{1,2})[ -]?bath(?:room)?s?\b/i }),
    furnished: choice('Furnished', 'Furnished|Partly furnished|Unfurnished', {
      inTitle: /\b((?:partly |un)?furnished)\b/i,
    }),
    area: number('Area', 1, 100_000, { unit: 'm²', inTitle: /\b(\d{1,6}) ?(?:m²|sqm|m2)/i }),
    water: choice('Water', 'Pipe|Polytank|Borehole|Well', {
      isFilter: false,
      inTitle: /\b(polytank|borehole)\b/i,
    }),
    meter: choice('Electricity', 'Own meter|Shared meter', { isFilter: false }),
  },
  fashion: {
    kind: choice(
      'Kind',
      'Dress|Top|Shirt|Trousers|Skirt|Jacket|Suit|Shoes|Sandals|Bag|Watch|Jewellery|Cloth|Other',
      { inTitle: /\b(dress|shirt|trousers|skirt|jacket|suit|shoes|sandals|bag|watch)\b/i },
    ),
    for: choice('For', 'Women|Men|Unisex|Girls|Boys|Babies', {
      inTitle: /\b(women|men|unisex|girls|boys|babies)\b/i,
    }),
    size: choice(
      'Size',
      'XS|S|M|L|XL|XXL|3XL|34|35|36|37|38|39|40|41|42|43|44|45|46|UK 6|UK 8|UK 10|UK 12|UK 14|UK 16|UK 18|One size',
      { inTitle: /\bsize (\w+)\b|\b(uk \d{1,2}|3?x?xl|xs|3[4-9]|4[0-6])\b/i },
    ),
    brand: text('Brand', 'Nike|Adidas|Puma|Vans|Zara|Gucci|H&M|GTP|Woodin|Vlisco|Casio|Clarks'),
    material: text('Material', 'Cotton|Leather|Denim|Kente|Ankara|Lace|Linen|Silk|Wool|Polyester'),
    colour,
  },
  'beauty-personal-care': {
    kind: choice('Kind', 'Hair and wigs|Skin care|Make-up|Perfume|Shaving and trimming|Tools|Other', {
      inTitle: /\b(perfume|make-?up)\b/i,
    }),
    brand: text('Brand', 'Nivea|Dove|Cantu|Dior|Lattafa|Philips|Wahl|Shea Moisture|Vaseline'),
    for: choice('For', 'Women|Men|Everyone|Children', { inTitle: /\b(women|men|children)\b/i }),
    volume: number('Volume', 1, 10_000, { unit: 'ml', isFilter: false, inTitle: /\b(\d{1,4}) ?ml\b/i }),
    length: number('Length', 1, 60, {
      unit: 'inches',
      isFilter: false,
      inTitle: /\b(\d{1,2}) ?inch(?:es)?\b/i,
    }),
  },
  'home-furniture-appliances': {
    kind: choice(
      'Kind',
      'Fridge or freezer|Cooker or oven|Washing machine|Television|Air conditioner|Fan|Small kitchen|Sofa|Bed or mattress|Table or desk|Chair|Wardrobe or shelf|Curtains|Other',
      { inTitle: /\b(fan|sofa|chair|curtains)\b/i },
    ),
    brand: text(
      'Brand',
      'LG|Samsung|Nasco|Hisense|Binatone|Midea|Bruhm|TCL|Zanussi|Panasonic|Sony|Philips|IKEA',
    ),
    material: text('Material', 'Wood|Leather|Metal|Fabric|Glass|Plastic|Marble|Odum|Mahogany', {
      isFilter: false,
    }),
    screen: number('Screen', 14, 120, { unit: 'inches', inTitle: /\b(\d{2,3}) ?(?:inch(?:es)?|″|")/i }),
    capacity: number('Capacity', 1, 2000, {
      unit: 'litres',
      isFilter: false,
      inTitle: /\b(\d{1,4}) ?(?:l|litres?)\b/i,
    }),
    power: number('Power', 0.5, 10, {
      unit: 'HP',
      decimals: 1,
      isFilter: false,
      inTitle: /\b(\d(?:\.\d)?) ?hp\b/i,
    }),
    colour,
  },
  console: {
    brand: text('Brand', 'PlayStation: ps3, ps4, ps5|Xbox|Nintendo: switch, wii|Steam Deck|Sega'),
    model: text(
      'Model',
      'PlayStation 5: ps5|PlayStation 4: ps4|PlayStation 4 Pro: ps4 pro|PlayStation 3: ps3|Xbox Series S|Xbox Series X|Xbox One|Xbox 360|Switch|Switch OLED|Switch Lite|Wii',
    ),
    storage: choice('Storage', '32 GB|64 GB|250 GB|500 GB|512 GB|825 GB|1 TB|2 TB', {
      inTitle: /\b(\d{2,3} ?gb|[12] ?tb)\b/i,
    }),
    controllers: number('Controllers', 0, 8, {
      isFilter: false,
      inTitle: /\b(\d) (?:controllers?|pads?)\b/i,
    }),
    edition: choice('Edition', 'Disc|Digital', { inTitle: /\b(disc|digital)\b/i }),
  },
  'console-accessories': {
    kind: choice('Kind', 'Game|Controller|Headset|Charger|Steering wheel|Chair|Other', {
      inTitle: /\b(game|controller|headset|charger|steering wheel|chair)\b/i,
    }),
    platform: choice(
      'For',
      'PlayStation 5|PlayStation 4|PlayStation 3|Xbox Series|Xbox One|Xbox 360|Switch|PC',
      { inTitle: /\b(xbox one|xbox 360|xbox series|switch|playstation [345])\b/i },
    ),
    brand: text('Brand', 'Sony: dualshock, dualsense|Microsoft|Nintendo|Logitech|Razer|EA Sports: fifa', {
      isFilter: false,
    }),
    colour,
  },
  other: {
    brand: text('Brand', 'Yamaha|Bosch|Casio|Canon|Nikon|Sony|Binatone', { isFilter: false }),
    colour,
  },
}
