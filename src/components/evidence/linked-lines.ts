// Source lines and machine instructions light one another, under the pointer and under keyboard focus. Without this
// script each instruction still links to its line.

const LIT = 'is-lit';

/** The rows of machine code that link to a line. */
const rowsOf = (line: string): HTMLElement[] =>
  Array.from(
    document.querySelectorAll(`.sass__table a[href="#${CSS.escape(line)}"]`),
    (link) => link.closest('tr') ?? [],
  ).flat();

/** The anchor of the line that an element belongs to: its own, or the one that its row links to. */
function lineOf(target: EventTarget | null): string {
  if (!(target instanceof Element)) return '';
  const link = target.closest('.sass__table tr')?.querySelector<HTMLAnchorElement>('a[href]');
  return link?.hash.slice(1) ?? target.closest('.line[id]')?.id ?? '';
}

let lit = '';

function light(line: string): void {
  if (line === lit) return;
  lit = line;
  for (const element of document.querySelectorAll(`.${LIT}`)) element.classList.remove(LIT);
  const rows = line === '' ? [] : rowsOf(line);
  if (rows.length === 0) return;
  document.getElementById(line)?.classList.add(LIT);
  for (const row of rows) row.classList.add(LIT);
}

document.addEventListener('pointerover', ({ target }) => {
  light(lineOf(target));
});
document.addEventListener('focusin', ({ target }) => {
  light(lineOf(target));
});

// A quoted line that became instructions leads to the first of them that is shown, also from the keyboard.
for (const line of document.querySelectorAll('.line[id]')) {
  const row = rowsOf(line.id).find((one) => one.closest('details')?.open === true);
  const number = line.querySelector<HTMLAnchorElement>('.line__number');
  if (row === undefined || number === null) continue;
  line.classList.add('line--compiled');
  number.tabIndex = 0;
  number.href = `#${row.id}`;
}
