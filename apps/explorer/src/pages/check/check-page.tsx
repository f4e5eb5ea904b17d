import type { Page } from '../../server/page';

export const checkPage: Page = async () => ({ title: 'Check', content: <h1>Check</h1> });
