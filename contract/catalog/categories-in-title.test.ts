import { expect, it } from 'vitest'
import { categoriesInTitle } from './categories-in-title.ts'

it.each([
  ['iPhone 12 128GB', 'mobile'],
  ['Samsung Galaxy A54, 128 GB', 'mobile'],
  ['Tecno Spark 10', 'mobile'],
  ['HP EliteBook 840 G5 laptop', 'computers'],
  ['Laptop charger for Dell', 'computer-accessories'],
  ['Toyota Corolla 2014', 'car'],
  ['Two bedroom apartment at East Legon', 'home'],
  ['Brown leather shoes size 42', 'fashion'],
  ['Two dresses and a handbag', 'fashion'],
  ['Human hair wig 14 inches', 'beauty-personal-care'],
  ['LG double door fridge', 'home-furniture-appliances'],
  ['Samsung 43 inch TV', 'home-furniture-appliances'],
  ['Washing machine, 7 kg', 'home-furniture-appliances'],
  ['PlayStation 5 with two pads', 'console'],
  ['PS4 controller', 'console-accessories'],
])('takes “%s” for a thing of %s', (title, category) => {
  expect(categoriesInTitle(title)[0]).toBe(category)
})

it.each(['', 'Good thing', 'Plant in a pot', '1234'])('knows nothing of “%s”', (title) => {
  expect(categoriesInTitle(title)).toEqual([])
})

it('names no more than three', () => {
  expect(categoriesInTitle('phone laptop mouse car room dress wig fridge').length).toBe(3)
})
