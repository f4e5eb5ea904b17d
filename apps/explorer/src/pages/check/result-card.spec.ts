import { check, eligible } from './testing';

it('the result for an allocation with a locked part states that part', async () => {
  const vesting = { unlocked: '1000000000000000000000', locked: '250500000000000000000' };
  const allocation = { ...eligible().allocation!, vesting };
  const { text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ allocation }) });
  expect(text).toContain('Eligible 1,250.5 LINEA of which 250.5 locked, worth $31.26');
});
