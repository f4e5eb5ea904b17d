import { html } from './html';

describe('html', () => {
  it('escapes text, also in attributes, and leaves markup as it is', () => {
    const text = `<b title="&">`;
    expect(String(html`<a title="${text}">${[text, html`<i>${1}</i>`, null]}</a>`)).toBe(
      '<a title="&lt;b title=&quot;&amp;&quot;&gt;">&lt;b title=&quot;&amp;&quot;&gt;<i>1</i></a>',
    );
  });
});
