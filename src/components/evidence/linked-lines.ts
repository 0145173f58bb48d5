// Source lines and machine instructions light one another, under the pointer and under keyboard focus. Without this
// script each instruction still links to its line.

const LIT = 'is-lit';

const lineOf = (target: EventTarget | null): string | null => {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>('[data-from]')?.dataset['from'] ?? target.closest('.line[id]')?.id ?? null;
};

let lit = '';

function light(line: string): void {
  if (line === lit) return;
  lit = line;
  for (const element of document.querySelectorAll(`.${LIT}`)) element.classList.remove(LIT);
  if (line === '') return;
  const rows = document.querySelectorAll(`[data-from="${CSS.escape(line)}"]`);
  if (rows.length === 0) return;
  document.getElementById(line)?.classList.add(LIT);
  for (const row of rows) row.classList.add(LIT);
}

document.addEventListener('pointerover', ({ target }) => {
  light(lineOf(target) ?? '');
});
document.addEventListener('focusin', ({ target }) => {
  light(lineOf(target) ?? '');
});

// A quoted line that became instructions leads to the first of them, also from the keyboard.
for (const number of document.querySelectorAll<HTMLAnchorElement>('.line__number')) {
  const line = number.closest('.line')?.id ?? '';
  const row = document.querySelector(`details[open] [data-from="${CSS.escape(line)}"]`);
  if (row === null) continue;
  number.tabIndex = 0;
  number.closest('.line')?.classList.add('line--compiled');
  number.href = `#${row.id}`;
}
