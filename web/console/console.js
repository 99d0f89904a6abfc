// Adds conveniences. Every page works without this script.
(() => {
  const root = document.documentElement;
  root.classList.add('scripted');

  // The response to a form becomes a plain visit, so that reload and back do not send the form again.
  if (document.body.dataset.answer !== undefined) history.replaceState(null, '', location.href);

  const copy = async (button) => {
    await navigator.clipboard.writeText(button.dataset.copy);
    const label = button.textContent;
    button.textContent = document.querySelector('[data-copied]')?.dataset.copied ?? '✓';
    setTimeout(() => (button.textContent = label), 1500);
  };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (button) void copy(button);
  });

  // Ignores a second submit of the same form.
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = 'yes';
  });
  addEventListener('pageshow', () => {
    for (const form of document.forms) delete form.dataset.sent;
  });

  // The menu may be taller than the screen: scrolls the current page's entry to the middle.
  const rail = document.querySelector('.rail');
  const here = rail?.querySelector('[aria-current]');
  if (here) {
    rail.scrollLeft = here.offsetLeft - (rail.clientWidth - here.offsetWidth) / 2;
    const isBelow = here.offsetTop + here.offsetHeight > rail.clientHeight;
    if (isBelow) rail.scrollTop = here.offsetTop - (rail.clientHeight - here.offsetHeight) / 2;
  }

  // Keeps at most one menu open. Escape and a click elsewhere close it.
  const menus = [...document.querySelectorAll('.top details')];
  document.addEventListener('click', (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
  });

  // While a dialogue is open, the rest of the page is inert.
  const openDialogue = () => document.querySelector('.dialogue:popover-open');
  const aboveOf = ({ parentElement }) => (parentElement ? [parentElement, ...aboveOf(parentElement)] : []);
  let shaded = [];
  // A table can be reached with Tab and has dialogues in its rows, so it loses its tab stop while a dialogue is open.
  let passed = [];
  const lift = () => {
    for (const element of shaded) element.inert = false;
    for (const element of passed) element.tabIndex = 0;
    shaded = [];
    passed = [];
  };
  const shade = () => {
    lift();
    const dialogue = openDialogue();
    if (!dialogue) return;
    dialogue.ariaModal = 'true';
    const above = aboveOf(dialogue);
    shaded = above
      .flatMap(({ children }) => [...children])
      .filter((element) => !element.contains(dialogue) && !element.inert);
    passed = above.filter(({ tabIndex }) => tabIndex === 0);
    for (const element of shaded) element.inert = true;
    for (const element of passed) element.tabIndex = -1;
  };
  const openerOf = ({ id }) => document.querySelector(`[popovertarget="${id}"]:not(#${CSS.escape(id)} *)`);
  document.addEventListener(
    'beforetoggle',
    ({ target, newState }) => {
      // Runs before the dialogue closes, so that the browser can restore the focus.
      if (newState !== 'closed' || !target.matches('.dialogue')) return;
      target.ariaModal = null;
      lift();
    },
    true,
  );
  document.addEventListener(
    'toggle',
    ({ target, newState }) => {
      if (!target.matches('.dialogue')) return;
      shade();
      // A click outside closes the dialogue without restoring the focus. A dialogue that was opened by a script leaves
      // the focus inside.
      const { activeElement } = document;
      if (newState === 'closed' && (activeElement === document.body || target.contains(activeElement)))
        openerOf(target)?.focus();
    },
    true,
  );
  document.addEventListener('redrawn', shade);

  // Leaves empty filters out of the address.
  document.addEventListener('formdata', ({ target, formData }) => {
    if (target.method !== 'get') return;
    const empty = Array.from(formData).filter(([, value]) => value === '');
    for (const [name] of empty) formData.delete(name);
  });

  const rows = () => [...document.querySelectorAll('.table tbody tr')];
  let at = -1;
  const move = (step) => {
    const all = rows();
    if (all.length === 0) return;
    all[at]?.classList.remove('at');
    at = Math.min(Math.max(at + step, 0), all.length - 1);
    all[at].classList.add('at');
    all[at].scrollIntoView({ block: 'nearest' });
    all[at].querySelector('a, button, select')?.focus({ preventScroll: true });
  };
  const isTyping = (element) => element.matches?.('input, select, textarea, [contenteditable]');
  const search = () => {
    const field = [...document.querySelectorAll('[data-search]')].find((one) => one.checkVisibility());
    if (field) field.focus();
    else document.querySelector('#find')?.showPopover();
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      for (const menu of menus) menu.open = false;
      if (event.target.matches?.('[data-search]')) event.target.blur();
      return;
    }
    // Letters select an option in a list, and j and k are letters. Lists in a table leave j and k to the shortcuts.
    if (isTyping(event.target) && !(event.target.matches('.table select') && 'jk'.includes(event.key)))
      return;
    if (openDialogue() && event.key !== '?') return;
    const act = {
      '?': () => document.querySelector('#keys')?.togglePopover(),
      '/': search,
      j: () => move(1),
      k: () => move(-1),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
