import { parseUrl } from '@droptrack/resilience';
import type { DropStatus } from '@droptrack/contracts';
import type { ComponentChildren } from 'preact';

type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

/** A short word in a frame. */
export const Chip = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`chip chip-${tone}`}>{children}</span>
);

const STATUSES: Readonly<Record<DropStatus, readonly [Tone, string]>> = {
  upcoming: ['plain', 'Upcoming'],
  live: ['good', 'Live'],
  tge: ['accent', 'TGE'],
};

/** Status of a drop. */
export const StatusChip = ({ status }: { readonly status: DropStatus }) => {
  const [tone, text] = STATUSES[status] ?? ['plain', status];
  return <Chip tone={tone}>{text}</Chip>;
};

/** Marks a drop that is made up. */
export const SampleChip = () => <Chip tone="warn">Sample</Chip>;

interface NoticeProps {
  readonly tone?: 'plain' | 'warn' | 'bad';
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A message in the content of a page. */
export const Notice = ({ tone = 'plain', title, children }: NoticeProps) => (
  <section class={`notice notice-${tone}`}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Link to a page of another site. Only `https:` addresses become links; other text stays text. */
export const ExternalLink = ({ url, children }: { readonly url: string; readonly children: ComponentChildren }) =>
  parseUrl(url)?.protocol === 'https:' ? (
    <a href={url} rel="noopener nofollow ugc">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

/** A picture of `libs/pictures`, which escapes all text in it. */
export const Picture = ({ svg }: { readonly svg: string }) => (
  <span class="picture" dangerouslySetInnerHTML={{ __html: svg }} />
);
