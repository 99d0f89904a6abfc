// Formats times for the reader: recent ones as relative words that are kept up to date, exact ones in the reader's time
// zone.
(() => {
  const locale = { en: 'en-GB', pt: 'pt-BR', de: 'de-DE' }[document.documentElement.lang] ?? 'en-GB';
  const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });
  const exact = {
    second: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
    minute: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    clock: new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }),
  };
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ];
  // The server's clock may be shifted and the reader's may be wrong, so ages are counted from the time the page was
  // rendered.
  const opened = Date.now();
  const drawn = [];
  const addTimes = (part) => {
    for (const element of part.querySelectorAll('time[data-near]')) {
      const at = Date.parse(element.dateTime);
      element.title = whole.format(at);
      drawn.push({ element, at });
    }
    for (const element of part.querySelectorAll('time[data-exact]')) {
      const at = Date.parse(element.dateTime);
      element.textContent = exact[element.dataset.exact].format(at);
      element.title = whole.format(at);
    }
  };
  addTimes(document);
  // A replaced part has just been formatted and joins the refresh.
  document.addEventListener('redrawn', (event) => {
    drawn.splice(0, drawn.length, ...drawn.filter(({ element }) => element.isConnected));
    addTimes(event.target);
  });
  const newest = Math.max(...drawn.map(({ at }) => at), 0);
  const offset = newest > opened ? newest - opened : 0;
  setInterval(() => {
    for (const { element, at } of drawn) {
      const away = at - (Date.now() + offset);
      if (Math.abs(away) > 7 * 86_400_000 || Date.now() - opened < 60_000) continue;
      const [unit, size] = units.find(([, ms]) => Math.abs(away) >= ms) ?? units[3];
      element.textContent = near.format(Math.trunc(away / size), unit);
    }
  }, 30_000);
})();
