// A value opens its record on a click without any script. This adds the pointer that rests on it and the keyboard
// focus that reaches it. Escape, and a click elsewhere, close the record: the browser sees to that.

const REST_MS = 140;
const LEAVE_MS = 220;

let timer: number | undefined;
/** The value whose record was opened by a pointer or by focus, and not by a click. */
let openedFrom: HTMLButtonElement | null = null;

const later = (action: () => void, delay: number): void => {
  clearTimeout(timer);
  timer = window.setTimeout(action, delay);
};

const valueAt = (target: EventTarget | null): HTMLButtonElement | null =>
  target instanceof Element ? target.closest<HTMLButtonElement>('button.value') : null;

const recordOf = (value: HTMLButtonElement): HTMLElement | null =>
  value.popoverTargetElement instanceof HTMLElement ? value.popoverTargetElement : null;

function open(value: HTMLButtonElement): void {
  const record = recordOf(value);
  if (record === null || record.matches(':popover-open')) return;
  record.showPopover({ source: value });
  openedFrom = value;
}

function close(): void {
  if (openedFrom === null) return;
  const record = recordOf(openedFrom);
  if (record?.matches(':popover-open') === true) record.hidePopover();
  openedFrom = null;
}

document.addEventListener('pointerover', ({ target, pointerType }) => {
  if (pointerType !== 'mouse') return;
  const value = valueAt(target);
  if (value !== null)
    later(() => {
      open(value);
    }, REST_MS);
  else if (target instanceof Element && target.closest('.record') !== null) clearTimeout(timer);
  else later(close, LEAVE_MS);
});

document.addEventListener('focusin', ({ target }) => {
  const value = valueAt(target);
  if (value?.matches(':focus-visible') === true) open(value);
  else if (target instanceof Element && target.closest('.record') === null) close();
});

// A click on a value whose record the pointer has opened keeps it open, in place of closing it.
document.addEventListener('click', (event) => {
  const value = valueAt(event.target);
  if (value === null || value !== openedFrom) return;
  event.preventDefault();
  openedFrom = null;
});
