import type { Page } from './page';
import { aboutPage } from './about/about-page';
import { calendarFilePage } from './calendar/calendar-file-page';
import { calendarPage } from './calendar/calendar-page';
import { checkPage } from './check/check-page';
import { developersPage } from './developers/developers-page';
import { dropPage } from './drop/drop-page';
import { dropsPage } from './drops/drops-page';
import { outcomesFilePage } from './outcomes/outcomes-file-page';
import { outcomesPage } from './outcomes/outcomes-page';
import { statusPage } from './status/status-page';
import { withoutWallets } from './wallet-in-address';

/** All pages by their route. */
export const PAGES: Readonly<Record<string, Page>> = {
  '/': withoutWallets(dropsPage),
  '/drops/:id': withoutWallets(dropPage),
  '/calendar': withoutWallets(calendarPage),
  '/calendar.ics': withoutWallets(calendarFilePage),
  '/outcomes': withoutWallets(outcomesPage),
  '/outcomes.csv': withoutWallets(outcomesFilePage),
  '/check': checkPage,
  '/developers': withoutWallets(developersPage),
  '/about': withoutWallets(aboutPage),
  '/status': withoutWallets(statusPage),
};

/** Routes that also accept a posted form. */
export const POSTED: readonly string[] = ['/check'];
