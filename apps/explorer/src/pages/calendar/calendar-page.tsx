import type { Page } from '../../server/page';

export const calendarPage: Page = async () => ({ title: 'Calendar', content: <h1>Calendar</h1> });
