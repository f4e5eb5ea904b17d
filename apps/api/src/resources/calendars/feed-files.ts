import type { CalendarEntry, CalendarTable } from '@droptrack/catalogue';
import type { CalendarEvent, CalendarFeedForm } from '@droptrack/contracts';
import {
  CALENDAR_TYPE,
  calendarFile,
  type EventPart,
  eventParts,
  PAST_DAYS,
  parseReminder,
} from '@droptrack/icalendar';
import type { CalendarFeedTerms } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CurrentView } from '../../catalogue/current-view';
import { PublicUrl } from '../../platform/responses/public-url';
import { StaticFile } from '../../platform/responses/static-file';

const DAY_MS = 86_400_000;
/** Most events of a feed, earliest first: calendar apps reject files of several megabytes. A note says that more follow. */
export const EVENTS_MAX = 2_000;
/** Events that are written in one turn of the event loop, in some milliseconds. */
const EVENTS_A_TURN = 50;
/** Maximum size of all stored files with their compressed copies, in bytes. */
const BYTES_MAX = 64_000_000;
/**
 * Counted for each file beyond its text: the smallest can keep a shared buffer of 8 kB in memory, and 16 kB of the compressor
 * for each of its two copies.
 */
const FILE_BYTES = 40_000;
/** Most that a file and its two compressed copies have, in sizes of the file: text shrinks to less than half. */
const COPIES = 2;

/** A file, and the calendar that it was made of. */
interface StoredFeedFile {
  /** Weak, since a file that no client reads again must not keep the calendars of former views. */
  readonly calendar: WeakRef<CalendarTable>;
  readonly file: StaticFile;
}

/**
 * Files of feeds. Each event is written once, for as long as its entry is in a view, and a file joins the events of its
 * filters. Files are stored by their filters, so that feeds with equal filters share one.
 */
@Injectable()
export class FeedFiles {
  readonly #host: string;
  readonly #parts: Readonly<Record<CalendarFeedForm, WeakMap<CalendarEntry, readonly EventPart[]>>> = {
    points: new WeakMap(),
    spans: new WeakMap(),
  };
  readonly #files = new LRUCache<string, StoredFeedFile>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ file }) => FILE_BYTES + COPIES * file.body.length,
  });
  readonly #pending = new Map<string, Promise<StaticFile>>();

  constructor(publicUrl: PublicUrl) {
    this.#host = new URL(publicUrl.text).hostname;
  }

  /** File of a feed: its events of the last 30 days and all ahead, as of a view. It changes with these events, and by the day. */
  async get(terms: CalendarFeedTerms, { view, asOfMs, isDelayed }: CurrentView): Promise<StaticFile> {
    const { name, types, chains, drops, form, remind } = terms;
    const day = Math.floor(asOfMs / DAY_MS);
    // Hashed, as the names of a filter have up to 13 kB.
    const key = hash('sha1', JSON.stringify([isDelayed, day, name, types, chains, drops, form, remind]), 'base64url');
    const stored = this.#files.get(key);
    if (stored?.calendar.deref() === view.calendar) return stored.file;
    const pending = this.#pending.get(`${view.seq} ${key}`);
    if (pending !== undefined) return pending;
    const writing = this.#write(terms, view.calendar, asOfMs).finally(() => this.#pending.delete(`${view.seq} ${key}`));
    this.#pending.set(`${view.seq} ${key}`, writing);
    const file = await writing;
    this.#files.set(key, { calendar: new WeakRef(view.calendar), file });
    return file;
  }

  async #write(terms: CalendarFeedTerms, { byStart }: CalendarTable, asOfMs: number): Promise<StaticFile> {
    // A day earlier than the file begins, as it begins with a day.
    const fromMs = asOfMs - (PAST_DAYS + 1) * DAY_MS;
    const matching = byStart.filter(matches(terms, fromMs));
    const parts: EventPart[] = [];
    for (const [index, row] of matching.slice(0, EVENTS_MAX).entries()) {
      parts.push(...this.#partsOf(row, terms.form));
      if (index % EVENTS_A_TURN === EVENTS_A_TURN - 1) await nextTurn();
    }
    const { name, remind } = terms;
    const remindSeconds = remind === null ? null : parseReminder(remind);
    const cutAtMs = matching[EVENTS_MAX]?.startsAtMs ?? null;
    const text = calendarFile(parts, { name, host: this.#host, nowMs: asOfMs, remindSeconds, source: null, cutAtMs });
    return new StaticFile(Buffer.from(text), CALENDAR_TYPE);
  }

  #partsOf(row: CalendarEntry, form: CalendarFeedForm): readonly EventPart[] {
    let parts = this.#parts[form].get(row);
    if (parts === undefined) {
      parts = eventParts(JSON.parse(row.json) as CalendarEvent, form, this.#host);
      this.#parts[form].set(row, parts);
    }
    return parts;
  }
}

/** True for events of the filters that have not ended before an instant. */
function matches({ types, chains, drops }: CalendarFeedTerms, fromMs: number): (row: CalendarEntry) => boolean {
  const [allTypes, allChains, allDrops] = [types, chains, drops].map((names) => names && new Set<string>(names));
  return ({ type, chain, drop, untilMs }) =>
    untilMs >= fromMs &&
    (allTypes?.has(type) ?? true) &&
    (allChains?.has(chain) ?? true) &&
    (allDrops?.has(drop) ?? true);
}
