// Parts that are alive: `data-live` is how many seconds a part may be old. The page is asked for again and its parts
// are put in place of the old ones, so that there is one way to draw them.
(() => {
  const parts = () => [...document.querySelectorAll('[data-live][id]')];
  if (parts().length === 0) return;
  let wait = 0;
  const look = async () => {
    const answer = await fetch(location.href, { headers: { 'x-watching': 'yes' }, redirect: 'error' });
    if (!answer.ok) throw new Error(String(answer.status));
    const drawn = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const part of parts()) {
      const fresh = drawn.getElementById(part.id);
      // Whoever reads or types in it is not disturbed.
      if (!fresh || fresh.outerHTML === part.dataset.was || part.contains(document.activeElement)) continue;
      if (part.querySelector(':popover-open')) continue;
      const was = fresh.outerHTML;
      fresh.dataset.was = was;
      part.replaceWith(fresh);
      fresh.dispatchEvent(new CustomEvent('redrawn', { bubbles: true }));
    }
  };
  for (const part of parts()) part.dataset.was = part.outerHTML;
  const secondsOf = () => Math.max(Math.min(...parts().map((part) => Number(part.dataset.live))), 1);
  const turn = async () => {
    if (parts().length === 0) return;
    if (!document.hidden) {
      await look().then(
        () => (wait = 0),
        () => (wait = Math.min(wait + 5, 60)),
      );
    }
    setTimeout(turn, (secondsOf() + wait) * 1000);
  };
  setTimeout(turn, secondsOf() * 1000);
})();
