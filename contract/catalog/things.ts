import { DEVICE_THINGS } from './device-things.ts'
import { type CategoryThings, thing } from './thing.ts'

const FURNITURE = 'kind material colour|brand'
const CLOTHES = 'kind for size brand material colour'
const FOOTWEAR = 'kind for size brand colour|material'
const HOME = 'kind offer bedrooms bathrooms furnished water meter|area'
const ROOM = 'kind offer furnished water meter|bathrooms area'

/** The kinds of things in each category. A new kind only needs a line here. Kept free of zod. */
export const THINGS: Readonly<Record<string, CategoryThings>> = {
  ...DEVICE_THINGS,
  car: {
    chosenBy: 'body',
    asks: 'make model year mileage gearbox fuel engine body papers colour',
    // The state of a car, not parts of one.
    ignored: 'new tyre|good tyre|fresh tyre|new battery',
    things: [
      thing(
        'Motorbike',
        'make model year mileage body papers colour|engine gearbox fuel',
        'motorbike|motor bike|motorcycle|motor|motor king|okada|scooter|tricycle|pragya|pragia|aboboyaa|apsonic|haojue|quad bike',
      ),
      thing('Bicycle', 'make body colour|model', 'bicycle|bike|mountain bike|road bike|bmx'),
      thing(
        'Spare part',
        'make model body|year colour',
        'tyre|tire|rim|bumper|headlight|head light|tail light|side mirror|bonnet|fender|windscreen|radiator|alternator|shock absorber|car battery|car engine|seat cover|floor mat|car stereo|spare part|helmet',
      ),
    ],
  },
  home: {
    chosenBy: 'kind',
    asks: 'kind offer bedrooms bathrooms furnished water meter',
    ignored: 'boys quarters|self compound',
    things: [
      thing('Single room', ROOM, 'room|single room|self contained|self contain'),
      thing(
        'Chamber and hall',
        ROOM,
        'chamber and hall|chamber & hall|chamber hall|chamber and hall self contained|chamber and hall self contain',
      ),
      thing('Apartment', HOME, 'apartment|flat|studio|penthouse|bedroom self contained'),
      thing('House', HOME, 'house|duplex|bungalow|villa|mansion|townhouse|storey building|story building'),
      thing('', HOME, 'bedroom'),
      thing('Hostel bed', 'kind offer furnished water|bathrooms meter', 'hostel|hostel room|hostel bed'),
      thing(
        'Office or shop',
        'kind offer area meter|bathrooms furnished water',
        'office|office space|shop|shop space|store|store room|warehouse|kiosk|container',
      ),
      thing('Land', 'kind offer area', 'land|plot|acre'),
      thing(
        'Short stay',
        'kind bedrooms bathrooms furnished|offer area water',
        'airbnb|airbnb apartment|airbnb studio|short stay|short stay apartment|guest house|guesthouse|per night',
      ),
    ],
  },
  fashion: {
    chosenBy: 'kind',
    asks: 'kind for size brand material colour',
    things: [
      thing('Dress', CLOTHES, 'dress|gown|kaba|kaba and slit|maxi'),
      thing('Top', CLOTHES, 'top|blouse|hoodie|sweater|jersey|polo|t-shirt|tshirt|smock|fugu|batakari'),
      thing('Shirt', CLOTHES, 'shirt'),
      thing('Trousers', CLOTHES, 'trouser|jeans|short|pants|jogger|legging'),
      thing('Skirt', CLOTHES, 'skirt'),
      thing('Jacket', CLOTHES, 'jacket|coat|blazer'),
      thing('Suit', CLOTHES, 'suit|tuxedo|kaftan'),
      thing('Shoes', FOOTWEAR, 'shoe|sneaker|trainer|boot|heel|loafer|canvas|air force|jordan'),
      thing('Sandals', FOOTWEAR, 'sandal|slipper|slide|flip flop|ahenema|crocs'),
      thing(
        'Bag',
        'kind for brand material colour',
        'bag|handbag|hand bag|school bag|backpack|purse|wallet|suitcase|luggage',
      ),
      thing('Watch', 'kind for brand colour|material', 'watch|wrist watch|wristwatch|smart watch|smartwatch'),
      thing(
        'Jewellery',
        'kind for material colour|brand size',
        'necklace|earring|bracelet|ring|chain|bangle|bead|waist bead|anklet|jewellery|jewelry',
      ),
      thing(
        'Cloth',
        'kind brand material colour',
        'cloth|fabric|lace|kente|ankara|wax print|african print|yard|gtp|nustyle|woodin|vlisco',
      ),
      thing(
        'Other',
        'kind for brand colour|size material',
        'cap|hat|belt|sunglasses|glasses|tie|socks|scarf',
      ),
    ],
  },
  'beauty-personal-care': {
    chosenBy: 'kind',
    asks: 'kind brand for',
    things: [
      thing(
        'Hair and wigs',
        'kind length|brand',
        'wig|weave|weave on|braid|hair|human hair|closure|frontal|hair extension|attachment',
      ),
      thing(
        'Skin care',
        'kind brand volume|for',
        'cream|lotion|soap|serum|shea butter|sunscreen|face wash|body oil|toner',
      ),
      thing(
        'Make-up',
        'kind brand',
        'make-up|makeup|make up|lipstick|lip gloss|foundation|powder|mascara|eyelash|lash|concealer|nail polish',
      ),
      thing(
        'Perfume',
        'kind brand for volume',
        'perfume|perfume oil|cologne|body spray|body splash|deodorant|oud',
      ),
      thing(
        'Shaving and trimming',
        'kind brand|for',
        'clipper|hair clipper|shaver|trimmer|razor|shaving machine|shaving stick',
      ),
      thing(
        'Tools',
        'kind brand',
        'hair dryer|dryer|hair straightener|straightener|curling iron|steamer|brush|nail lamp',
      ),
      thing(
        'Other',
        'kind brand volume',
        'shampoo|conditioner|hair cream|hair oil|hair food|mouthwash|toothpaste',
      ),
    ],
  },
  'home-furniture-appliances': {
    chosenBy: 'kind',
    asks: 'kind brand material colour',
    ignored: 'table top|tabletop|desk top|bed room|chair and table',
    things: [
      thing(
        'Fridge or freezer',
        'kind brand capacity colour',
        'fridge|refrigerator|freezer|chiller|ice chest',
      ),
      thing(
        'Cooker or oven',
        'kind brand colour|capacity',
        'cooker|gas cooker|stove|gas stove|oven|burner|hot plate',
      ),
      thing('Washing machine', 'kind brand colour', 'washing machine|washer|dryer|dishwasher'),
      thing('Television', 'kind brand screen', 'tv|television|flat screen'),
      thing('Air conditioner', 'kind brand power', 'air conditioner|air condition|aircon|ac|a c'),
      thing('Fan', 'kind brand colour', 'fan'),
      thing(
        'Small kitchen',
        'kind brand capacity colour',
        'blender|grinder|kettle|microwave|microwave oven|rice cooker|pressure cooker|toaster|air fryer|mixer|juicer|food processor|coffee maker',
      ),
      thing(
        'Sofa',
        FURNITURE,
        'sofa|couch|settee|sofa chair|sofa bed|sofa set|living room set|living room chair',
      ),
      thing('Bed or mattress', FURNITURE, 'bed|mattress|bunk bed|baby cot|cot'),
      thing('Table or desk', FURNITURE, 'table|desk|dining set|dining table|table and chair|dressing table'),
      thing('Chair', FURNITURE, 'chair|stool|bench'),
      thing(
        'Wardrobe or shelf',
        FURNITURE,
        'wardrobe|shelf|shelves|bookshelf|cupboard|cabinet|rack|shoe rack|chest of drawer|tv stand|tv cabinet|room divider',
      ),
      thing('Curtains', 'kind material colour', 'curtain|blind|window blind'),
      thing(
        'Other',
        FURNITURE,
        'carpet|rug|bed sheet|bedsheet|duvet|pillow|mirror|lamp|clock|door mat|chair cover|fridge cover',
      ),
      thing(
        'Other',
        'kind brand colour|capacity power',
        'iron|generator|sewing machine|vacuum cleaner|water dispenser|water heater|stabilizer|extension board|home theatre|sound system|sound bar|decoder|gas cylinder|tv bracket',
      ),
    ],
  },
  other: {
    asks: 'brand colour',
    things: [
      thing(
        '',
        '',
        'book|textbook|text book|novel|bible|past question|pasco|story book|ticket|puppy|dog|goat|hen',
      ),
    ],
  },
}
