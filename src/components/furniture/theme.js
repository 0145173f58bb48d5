// Runs before the first paint: takes up the theme that was chosen on an earlier page, and keeps the next choice.
(() => {
  const key = 'theme';
  const root = document.documentElement;
  /** @returns {string | null} */
  const kept = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  /** @param {string | null} theme */
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme);
    else root.removeAttribute('data-theme');
  };
  apply(kept());
  document.addEventListener('DOMContentLoaded', () => {
    const chosen = document.getElementById(`theme-${kept() ?? 'system'}`);
    if (chosen instanceof HTMLInputElement) chosen.checked = true;
    document.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.name !== key) return;
      apply(target.value);
      try {
        localStorage.setItem(key, target.value);
      } catch {
        // Storage is closed to this page: the choice lasts until it is left.
      }
    });
  });
})();
