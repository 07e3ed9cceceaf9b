import { expect, it } from 'vitest'
import { categoriesInTitle, clearCategoryInTitle, otherCategoryInTitle } from './categories-in-title.ts'

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
])('recognizes “%s” as %s', (title, category) => {
  expect(categoriesInTitle(title)[0]).toBe(category)
})

it.each(['', 'Good thing', 'Plant in a pot', '1234'])('recognizes no category in “%s”', (title) => {
  expect(categoriesInTitle(title)).toEqual([])
})

it('suggests at most three categories', () => {
  expect(categoriesInTitle('phone laptop mouse car room dress wig fridge').length).toBe(3)
})

it.each([
  ['iPhone 12 with charger', 'mobile'],
  ['2 bedroom flat for rent', 'home'],
  ['PS4 pad', 'console-accessories'],
  ['PS5 dualsense white', 'console-accessories'],
  ['Toyota Vitz 2012, home used', 'car'],
  ['Samsung', undefined],
  ['iPhone 12 case', undefined],
  ['Charger for iPhone 12', undefined],
  ['Room and parlour sofa', undefined],
  ['Good thing', undefined],
])('chooses for “%s”: %s', (title, category) => {
  expect(clearCategoryInTitle(title)).toBe(category)
})

it.each([
  ['iPhone 12 128GB', 'car', 'mobile'],
  ['Toyota Corolla 2014', 'home', 'car'],
  ['Samsung Galaxy A54', 'home', 'mobile'],
  ['LG double door fridge', 'other', 'home-furniture-appliances'],
])('doubts “%s” in %s', (title, chosen, other) => {
  expect(otherCategoryInTitle(title, chosen)).toBe(other)
})

it.each([
  ['iPhone 12 128GB', 'mobile'],
  ['Charger for iPhone 12', 'other'],
  ['iPhone 12 case', 'fashion'],
  ['Laptop bag', 'fashion'],
  ['phone laptop mouse', 'car'],
  ['Samsung', 'car'],
  ['Samsung Galaxy A54 to rent', 'home-furniture-appliances'],
  ['Desk to rent in a quiet office', 'home'],
  ['White chair from a beauty shop', 'beauty-personal-care'],
  ['Good thing', 'car'],
])('does not doubt “%s” in %s', (title, chosen) => {
  expect(otherCategoryInTitle(title, chosen)).toBeUndefined()
})
