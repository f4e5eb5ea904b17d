import { check, without } from './testing';

const CHECKER = { kind: 'page', list: 'per_wallet' } as const;

describe('a result that the method of a drop answers', () => {
  it('names the page of the project, and links to it on official domains only', async () => {
    const answered = (url: string) =>
      check(
        { drop: 'linea' },
        { 'POST /v1/eligibility': without('unknown', 'answered_by_project', 'Only Linea itself can answer.', { checker: { url, ...CHECKER } }) }, // prettier-ignore
      );
    const own = await answered('https://linea.example/airdrop');
    expect(own.text).toContain('Ask the project');
    expect(own.html).toMatch(/<a href="https:\/\/linea\.example\/airdrop"[^>]*>Check at linea\.example/);
    const other = await answered('https://claims.example/linea');
    expect(other.html).not.toContain('href="https://claims.example');
    expect(other.text).toContain('Not a link: claims.example is not an official domain of the drop.');
  });

  it('without a checker has no place to ask', async () => {
    const credited = without('unknown', 'nothing_to_claim', 'There is nothing to claim.');
    const { text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': credited });
    expect(text).toContain('There is nothing to claim.');
    expect(text).not.toContain('Ask the project');
  });
});
