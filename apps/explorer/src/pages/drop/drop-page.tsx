import type { Page } from '../../server/page';

export const dropPage: Page = async () => ({ title: 'Drop', content: <h1>Drop</h1> });
