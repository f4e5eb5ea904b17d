import type { Page } from '../../server/page';

export const aboutPage: Page = async () => ({ title: 'About', content: <h1>About</h1> });
