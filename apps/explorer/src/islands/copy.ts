/** Adds a button to each text to copy. Browsers without a clipboard, such as those without TLS, keep the text alone. */
for (const section of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const { clipboard } = navigator as Partial<Navigator>;
  const text = section.querySelector('pre')?.textContent;
  if (clipboard === undefined || text === undefined) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${section.dataset['copy'] ?? ''}`);
  const show = (result: string) => () => {
    button.textContent = result;
    button.setAttribute('aria-label', result);
  };
  button.addEventListener('click', () => void clipboard.writeText(text).then(show('Copied'), show('Not copied')));
  section.querySelector('p')?.append(button);
}
