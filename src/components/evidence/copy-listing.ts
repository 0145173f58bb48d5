// The copy button appears where it can work.

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const lines = button.closest('[data-listing]')?.querySelectorAll('.line__code') ?? [];
    const text = Array.from(lines, ({ textContent }) => textContent).join('');
    void navigator.clipboard.writeText(text).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1600);
    });
  });
}
