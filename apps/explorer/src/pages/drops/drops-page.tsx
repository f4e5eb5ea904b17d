import type { Page } from '../../server/page';

export const dropsPage: Page = async () => ({ title: 'Drops', content: <h1>Drops</h1> });
