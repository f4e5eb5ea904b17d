import { ExternalLink } from '../../parts/marks';
import { calendarFilePath, type CalendarState } from './calendar-state';

interface SubscribeProps {
  readonly state: CalendarState;
  /** Base URL of this site. */
  readonly siteUrl: string;
}

/** Links that add the calendar with the filters of the page to calendar apps. */
export const Subscribe = ({ state, siteUrl }: SubscribeProps) => {
  const path = calendarFilePath(state);
  const url = siteUrl + path;
  const webcalUrl = url.replace(/^https?:/, 'webcal:');
  return (
    <section class="subscribe" aria-labelledby="subscribe">
      <h2 id="subscribe">Subscribe</h2>
      <p>
        Adds what lies ahead, with the filters of this page, to your calendar app. Moved and cancelled events follow by
        themselves, as often as the app reads the calendar: every hour to every day.
      </p>
      <ul>
        <li>
          <a href={webcalUrl}>Open in the calendar app of this device</a>
        </li>
        {url.startsWith('https:') && (
          <>
            <li>
              <ExternalLink url={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl)}`}>
                Add to Google Calendar
              </ExternalLink>
            </li>
            <li>
              <ExternalLink url={`https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}`}>
                Add to Outlook
              </ExternalLink>
            </li>
          </>
        )}
        <li>
          For other apps, copy this address: <a href={path}>{url}</a>
        </li>
      </ul>
    </section>
  );
};
