/** A kind of goods: `makes` lists brands, most common first, each with its models, most common first. */
export interface Goods {
  category: string
  noun: string
  makes: Record<string, string>
  details: string
  /** Cedis, between which most prices lie. */
  price: readonly [number, number]
  tags: string
}

const SIZES = '38|39|40|41|42|43|44|S|M|L|XL|XXL'
const STORAGE = '64GB|128GB|256GB|32GB|512GB|4GB 64GB|6GB 128GB|8GB 256GB|12GB 512GB'
const MEMORY = 'i5 8GB 256GB|i7 16GB 512GB|i3 4GB 500GB|i5 16GB 512GB SSD|Ryzen 5 8GB|Ryzen 7 16GB|Celeron 4GB 64GB'
const YEARS = '2008|2010|2012|2013|2014|2015|2016|2017|2018|2019|2020|2021|2022'

export const CATALOGUE: Goods[] = [
  { category: 'mobile', noun: 'phone', price: [350, 7000], details: STORAGE, tags: 'phone|android|smartphone|dual sim|factory unlocked',
    makes: {
      Samsung: 'Galaxy A14|Galaxy S21|Galaxy A54|Galaxy S22 Ultra|Galaxy Note 20|Galaxy A34|Galaxy S10|Galaxy Z Flip 4|Galaxy A05|Galaxy S23|Galaxy Tab A8|Galaxy Note 10 Plus|Galaxy A73|Galaxy S9|Galaxy M32|Galaxy Tab S7',
      iPhone: '11|12 Pro Max|13|XR|14 Pro|X|8 Plus|13 Pro Max|12|15 Pro Max|7|SE 2020|XS Max|14|6s',
      Tecno: 'Spark 10|Camon 20|Pop 7|Spark 8C|Phantom X2|Camon 18 Premier|Pova 5|Spark Go',
      Infinix: 'Hot 30|Note 12|Smart 7|Zero 30|Hot 11 Play|Note 30 Pro',
      Itel: 'A60|P40|S23|A27|Vision 3', Xiaomi: 'Redmi Note 12|Redmi 10C|Poco X5|Redmi 9A|Mi 11 Lite',
      Huawei: 'P30 Pro|Y9 Prime|Nova 9|Mate 20|P40 Lite', Google: 'Pixel 6|Pixel 7 Pro|Pixel 4a|Pixel 5',
      Nokia: 'C21|G20|105|3310|8110', iPad: 'Air 4|Pro 11|9th Generation|Mini 6', OnePlus: '9 Pro|Nord 2|8T', Oppo: 'A57|Reno 8|F11',
    } },
  { category: 'computers', noun: 'laptop', price: [900, 9000], details: MEMORY, tags: 'laptop|office|student|core i5|ssd',
    makes: {
      HP: 'EliteBook 840 G5|Pavilion 15|ProBook 450|EliteBook 830 G6|Envy x360|Stream 11|ZBook 15|Omen 16|250 G8',
      Dell: 'Latitude 5490|XPS 13|Inspiron 15|Latitude 7480|Vostro 3510|Precision 5530|OptiPlex 7050',
      Lenovo: 'ThinkPad T480|IdeaPad 3|ThinkPad X1 Carbon|Yoga 7i|Legion 5|ThinkCentre M720', MacBook: 'Air M1|Pro 2019|Air 2017|Pro M2|Pro 2015|Air M2',
      Acer: 'Aspire 5|Nitro 5|Swift 3|Chromebook 314', Asus: 'VivoBook 15|ROG Strix|ZenBook 14|TUF Gaming', Toshiba: 'Satellite C55|Tecra A50', Microsoft: 'Surface Pro 7|Surface Laptop 3',
    } },
  { category: 'fashion', noun: 'wear', price: [30, 600], details: SIZES, tags: 'men|women|kids|original|thrift|unisex',
    makes: {
      Nike: 'Air Force 1|Air Max 97|Jordan 4|Dunk Low|Tech Fleece hoodie', Adidas: 'Superstar|Yeezy 350|Samba|Track suit', Ankara: 'maxi dress|two piece|jumpsuit|shirt|skirt and blouse',
      Kente: 'cloth six yards|stole|gown|smock', Zara: 'blazer|summer dress|handbag', Gucci: 'belt|loafers|sunglasses', Leather: 'sandals|handbag|jacket|belt|wallet|ahenema slippers',
      Vans: 'Old Skool|Slip on', Puma: 'Suede|RS-X', Casio: 'G-Shock|Vintage watch', Denim: 'jacket|jeans|shorts', Lace: 'kaba and slit|blouse|bridal gown',
    } },
  { category: 'home-furniture-appliances', noun: 'household', price: [120, 6000], details: 'small|medium|large|two doors|three seater|five seater|queen size|double burner|200L|120L|1.5HP|2.0HP|55 inch|43 inch|32 inch', tags: 'home|kitchen|living room|energy saving|bedroom',
    makes: {
      LG: 'fridge|smart TV|washing machine|air conditioner|microwave', Samsung: 'smart TV|double door fridge|soundbar|washing machine', Nasco: 'fridge|gas cooker|standing fan|blender|rice cooker|chest freezer',
      Hisense: 'smart TV|air conditioner|deep freezer|fridge', Binatone: 'blender|electric iron|standing fan|kettle', Midea: 'air conditioner|microwave|gas cooker', Leather: 'sofa set|recliner chair|L shape couch', Wooden: 'dining table|bed frame|wardrobe|bookshelf|centre table|TV stand',
      Bruhm: 'gas cooker|fridge|oven', Orthopaedic: 'mattress|pillow', Office: 'desk|swivel chair|filing cabinet', Curtains: 'blackout|lace', TCL: 'smart TV|air conditioner', Zanussi: 'washing machine|cooker',
    } },
  { category: 'car', noun: 'car', price: [400, 250_000], details: YEARS, tags: 'car|automatic|petrol|registered|spare part|duty paid',
    makes: {
      Toyota: 'Corolla|Vitz|Camry|Yaris|RAV4|Highlander|Land Cruiser Prado|Hilux|Matrix|Avensis', Hyundai: 'Elantra|Accent|Tucson|Sonata|i10|Santa Fe', Kia: 'Picanto|Rio|Sportage|Cerato|Morning|Forte',
      Honda: 'Civic|CR-V|Accord|Fit', Nissan: 'Sentra|Rogue|Almera|Versa|Patrol|X-Trail', Volkswagen: 'Golf|Passat|Jetta|Tiguan', Mercedes: 'C300|E350|GLK 350|Sprinter bus', Ford: 'Escape|Focus|Ranger|Transit', Opel: 'Astra|Vectra|Zafira',
      Mitsubishi: 'Pajero|L200|Lancer', Bosch: 'alternator|starter motor|spark plugs|wiper blades', Michelin: 'tyres 185/65R15|tyres 205/55R16', Alloy: 'rims 15 inch|rims 17 inch', Apsonic: 'motorbike 125|tricycle aboboyaa',
    } },
  { category: 'computer-accessories', noun: 'accessory', price: [25, 1500], details: 'wireless|USB-C|black|white|1TB|500GB|24 inch|27 inch|Bluetooth', tags: 'computer|usb|wireless|desktop|gaming',
    makes: {
      Logitech: 'mouse|keyboard|webcam C920|MX Master 3', HP: 'LaserJet printer|monitor|charger 65W|DeskJet printer', Dell: 'monitor|docking station|charger', Seagate: 'external hard drive', SanDisk: 'flash drive|SSD|memory card',
      Kingston: 'RAM 8GB|SSD|RAM 16GB DDR4', Canon: 'Pixma printer|scanner|EOS camera', Epson: 'EcoTank printer|projector', 'TP-Link': 'router|Wi-Fi extender|switch', Anker: 'power bank|USB hub', Mercury: 'UPS 650VA|UPS 1200VA',
    } },
  { category: 'beauty-personal-care', noun: 'care', price: [15, 500], details: '50ml|100ml|200ml|250g|12 inch|14 inch|18 inch|24 inch', tags: 'beauty|hair|skin|natural|organic|men|women',
    makes: {
      Shea: 'butter|body cream|soap', Human: 'hair wig|braided wig|frontal wig|closure', Dove: 'body wash|lotion', Nivea: 'body lotion|roll on|face cream', Philips: 'shaver|hair dryer|trimmer', Alata: 'samina black soap', Dior: 'Sauvage perfume|lip gloss', 'Cantu': 'leave in cream|shampoo',
      Makeup: 'brush set|palette|mirror with light', 'Lattafa': 'Asad perfume|Khamrah perfume|Yara perfume', Wahl: 'clipper|trimmer',
    } },
  { category: 'console', noun: 'console', price: [500, 6500], details: '500GB|1TB|825GB|slim|with two pads|digital edition', tags: 'gaming|console|fifa|games',
    makes: { PlayStation: '5|4 Pro|4 Slim|3|Portable|5 Slim', Xbox: 'Series S|One S|Series X|360|One X', Nintendo: 'Switch OLED|Switch Lite|Wii|3DS', 'Steam': 'Deck', Sega: 'Mega Drive' } },
  { category: 'console-accessories', noun: 'game', price: [40, 900], details: 'PS4|PS5|Xbox One|Switch|black|red|white', tags: 'gaming|pad|games|controller',
    makes: { DualShock: '4 controller|3 controller', DualSense: 'controller|charging station', FIFA: '23|22|19', 'EA Sports': 'FC 24|FC 25', 'Grand': 'Theft Auto V', 'Call': 'of Duty Modern Warfare|of Duty Black Ops', Gaming: 'headset|chair|keyboard', Spider: 'Man Miles Morales', Mortal: 'Kombat 11', Xbox: 'wireless controller|headset' } },
  { category: 'home', noun: 'home', price: [250, 90_000], details: 'self contained|two rooms|three rooms|furnished|with parking|gated|newly built', tags: 'rent|apartment|house|room|sale',
    makes: { 'Single': 'room|room self contained', 'Chamber': 'and hall|and hall self contained', 'Two': 'bedroom apartment|bedroom house', 'Three': 'bedroom house|bedroom apartment', 'Hostel': 'bed for students|room', Office: 'space|container', 'Plot': 'of land half|of land full', Store: 'front shop|room warehouse', Guest: 'house room' } },
  { category: 'other', noun: 'item', price: [10, 2500], details: 'new|complete|small|big|adult|children|set of two|set of six', tags: 'sport|books|baby|music|tools|garden|pets|school',
    makes: { Yamaha: 'keyboard PSR|acoustic guitar|trumpet', Djembe: 'drum', Baby: 'stroller|cot|walker|car seat', Textbook: 'WASSCE mathematics|core science|economics|nursing|accounting', Mountain: 'bike', Bosch: 'drill|grinder', Generator: '2.5kVA|5kVA', Solar: 'panel 200W|inverter|battery 100Ah', Sewing: 'machine Singer|machine Butterfly', Treadmill: 'foldable', Football: 'boots|jersey Black Stars', Polytank: '1000L|2500L', Puppy: 'Rottweiler|German Shepherd|Boerboel', Storybook: 'collection|African writers' } },
]
