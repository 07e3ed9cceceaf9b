import { type CategoryThings, thing } from './thing.ts'

const DEVICE = 'kind brand connection colour'
const STORAGE = 'kind brand|connection colour'

/** Phones, computers and games. */
export const DEVICE_THINGS: Readonly<Record<string, CategoryThings>> = {
  mobile: {
    asks: 'brand model storage ram sim colour',
    things: [
      thing('', 'brand model storage batteryHealth sim network colour|ram', 'iphone'),
      thing('', 'brand model storage batteryHealth sim colour|ram network', 'ipad'),
      thing(
        '',
        'brand model sim colour|storage network',
        'yam|yam phone|torchlight|torch phone|button phone|keypad phone|feature phone|small phone',
      ),
    ],
  },
  computers: {
    chosenBy: 'kind',
    asks: 'brand model processor ram storage screen kind',
    things: [
      thing(
        'Laptop',
        'brand model processor ram storage screen kind',
        'laptop|notebook|macbook|chromebook|elitebook|probook|pavilion|thinkpad|ideapad|latitude|inspiron|vivobook|zenbook',
      ),
      thing(
        'Desktop',
        'brand model processor ram storage kind|screen',
        'desktop|desktop computer|system unit|tower|pc|gaming pc|cpu|mac mini|optiplex',
      ),
      thing(
        'All in one',
        'brand model processor ram storage screen kind',
        'all in one|all in one computer|all in one desktop|imac',
      ),
      thing('Tablet', 'brand model ram storage screen kind|processor', 'tablet'),
      thing('Server', 'brand model processor ram storage kind', 'server'),
    ],
  },
  'computer-accessories': {
    chosenBy: 'kind',
    asks: 'kind brand connection colour',
    things: [
      thing('Mouse', DEVICE, 'mouse'),
      thing('Keyboard', DEVICE, 'keyboard'),
      thing('Webcam', DEVICE, 'webcam'),
      thing('Speaker', DEVICE, 'speaker'),
      thing('Monitor', 'kind brand connection|colour', 'monitor|screen'),
      thing(
        'Printer',
        'kind brand connection|colour',
        'printer|scanner|photocopier|photocopy machine|laserjet|deskjet|toner|cartridge|ink',
      ),
      thing(
        'Storage',
        STORAGE,
        'hard drive|hard disk|ssd|hdd|flash drive|pen drive|flash|memory card|sd card',
      ),
      thing('Memory', STORAGE, 'ram|memory|ddr3|ddr4|ddr5'),
      thing('Router', STORAGE, 'router|mifi|modem|access point|network switch|range extender'),
      thing('Charger', 'kind brand connection|colour', 'charger|adapter|adaptor'),
      thing('Cable', 'kind connection|brand colour', 'cable|cord'),
      thing(
        'Other',
        'kind brand colour|connection',
        'bag|laptop bag|stand|laptop stand|cooling pad|ups|docking station|graphics card',
      ),
    ],
  },
  console: {
    asks: 'brand model storage controllers',
    things: [
      thing(
        '',
        'brand model storage controllers edition',
        'ps5|playstation 5|xbox series s|xbox series x|series s|series x',
      ),
    ],
  },
  'console-accessories': {
    chosenBy: 'kind',
    asks: 'kind platform brand colour',
    things: [
      thing(
        'Game',
        'kind platform|brand',
        'game|video game|game cd|game disc|cd|disc|fifa|gta|call of duty|mortal kombat',
      ),
      thing(
        'Controller',
        'kind platform brand colour',
        'controller|pad|game pad|gamepad|joystick|joy con|dualshock|dualsense',
      ),
      thing('Headset', 'kind platform brand colour', 'headset|headphone'),
      thing('Charger', 'kind platform|brand colour', 'charger|charging dock|charging cable|cable'),
      thing('Steering wheel', 'kind platform brand|colour', 'steering wheel'),
      thing('Chair', 'kind brand colour', 'chair|gaming chair'),
    ],
  },
}
