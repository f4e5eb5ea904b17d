import { describeLists, expectTable, type PublishedTable } from './testing';

describeLists('the largest of the published lists', () => {
  // As in published-lists.spec.ts.
  it.each<PublishedTable>([
    ['omni', 'token', 148_563, 148_563, '3135466.455788615'],
    ['1inch', 'token', 55_223, 55_223, '89999999.999768'],
  ])('rotki/%s: reads every row, in units of %s', (...table) => expectTable(table));
});
