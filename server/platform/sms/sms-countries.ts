/**
 * Numbers that are expensive to send to and may pay their owner: satellites, premium and shared-cost services,
 * numbers of no country. They never receive SMS, whatever countries the deployment serves.
 */
const NEVER_SERVED = [
  // International: freephone, shared cost, satellites, international networks, premium.
  '+800',
  '+808',
  '+870',
  '+878',
  '+881',
  '+882',
  '+883',
  '+888',
  '+979',
  // Ghana: 080 freephone and shared cost, 090 premium.
  '+2338',
  '+2339',
  // North America: 900 and 976.
  '+1900',
  '+1976',
  // Britain: 09 premium, 070 forwarded numbers.
  '+449',
  '+4470',
]

/** True for the prefix of a country, or of a part of one, such as +233 or +1868. */
export const isCountry = (text: string): boolean =>
  /^\+[1-9]\d{0,5}$/.test(text) && !NEVER_SERVED.some((prefix) => text.startsWith(prefix))

export const isServed = (phone: string, countries: readonly string[]): boolean =>
  countries.some((country) => phone.startsWith(country)) &&
  !NEVER_SERVED.some((prefix) => phone.startsWith(prefix))

/**
 * Prefix of ten thousand numbers. Companies that sell calls and messages to expensive numbers get such ranges at
 * once.
 */
export const rangeOf = (phone: string): string => phone.slice(0, -4)
