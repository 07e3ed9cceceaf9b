import { expect, test } from 'vitest'
import { tablesLockedBy } from './lock-tables.ts'

const locked = (text: string) => Object.fromEntries(tablesLockedBy([text]))

test('a table gets the strongest lock that a statement needs', () => {
  expect(
    locked('create index stalls_by_trader\n  on stalls (trader);\nalter table only stalls add place text;'),
  ).toEqual({
    stalls: 'access exclusive',
  })
  expect(locked('drop table if exists stalls; drop trigger counted on traders;')).toEqual({
    stalls: 'access exclusive',
    traders: 'access exclusive',
  })
})

test('statements that only block writers get a lock that allows reads', () => {
  const text = `
    create table stalls (trader uuid references profiles on delete cascade);
    insert into traders values (1);
    update only goods set price = 1;
    create or replace trigger counted after insert or delete on favourites for each row execute function count_one();`
  expect(locked(text)).toEqual({
    profiles: 'share row exclusive',
    traders: 'share row exclusive',
    goods: 'share row exclusive',
    favourites: 'share row exclusive',
  })
})

test('function bodies and comments lock nothing', () => {
  expect(
    locked(`-- alter table stalls
      create function add_one() returns void language sql as $$ insert into goods values (1) $$;
      create function add_two() returns void language sql as $body$ delete from goods $body$;`),
  ).toEqual({})
})
