import { formatDate, formatInstant, formatRelative } from './format';

interface TimeProps {
  /** RFC 3339. */
  readonly instant: string;
  /** With it, the text is relative (`in 3 days`) and the instant is its title. */
  readonly nowMs?: number;
  /** Shows the day only. */
  readonly isDate?: boolean;
}

/** An instant in UTC, readable by programs. Text that is no instant is shown as it is. */
export const Time = ({ instant, nowMs, isDate = false }: TimeProps) => {
  if (Number.isNaN(Date.parse(instant))) return <span>{instant}</span>;
  const absolute = isDate ? formatDate(instant) : formatInstant(instant);
  return (
    <time dateTime={instant} title={nowMs === undefined ? undefined : absolute}>
      {nowMs === undefined ? absolute : formatRelative(instant, nowMs)}
    </time>
  );
};
