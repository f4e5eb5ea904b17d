interface CopiedTextProps {
  /** Name of the text, such as `data`. */
  readonly name: string;
  readonly text: string;
}

/** A text to copy. One click selects it; the island `copy` adds a button. */
export const CopiedText = ({ name, text }: CopiedTextProps) => (
  <div class="copied" data-copy={name}>
    <p>{name}</p>
    <pre tabIndex={0} role="region" aria-label={name}>
      <code>{text}</code>
    </pre>
  </div>
);
