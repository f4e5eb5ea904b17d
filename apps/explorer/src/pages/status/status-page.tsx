import type { Page } from '../../server/page';

export const statusPage: Page = async () => ({ title: 'Status', content: <h1>Status</h1> });
