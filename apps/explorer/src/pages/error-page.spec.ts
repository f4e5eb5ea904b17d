import { renderPage } from '../testing';
import { errorPage } from './error-page';

it('explains an unknown drop instead of failing', async () => {
  const { view, text } = await renderPage(
    (_, session) => session.client.drops.get('nope').then(() => ({ title: '', content: '' }), errorPage),
    { url: '/drops/nope' },
  );
  expect(view.status).toBe(404);
  expect(text).toContain('This page does not exist');
});
