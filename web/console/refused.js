// Reopens the dialogue of a refused form, with the entered values and the error.
(() => {
  const refusal = document.querySelector('[data-refused]');
  if (!refusal) return;
  const given = JSON.parse(refusal.dataset.refused);
  const isSent = (form) =>
    new URL(form.action).pathname === location.pathname &&
    [...form.querySelectorAll('input[type=hidden]')].every(
      // Ignores the `once` field, which is new on each page.
      ({ name, value }) => name === 'once' || !Object.hasOwn(given, name) || given[name] === value,
    );
  const form = [...document.querySelectorAll('.dialogue form')].find(isSent);
  if (!form) return;
  for (const field of form.elements) {
    if (/^(?:hidden|password|submit|button)$/.test(field.type)) continue;
    if (/^(?:checkbox|radio)$/.test(field.type)) field.checked = given[field.name] === field.value;
    else if (Object.hasOwn(given, field.name)) field.value = given[field.name];
  }
  const dialogue = form.closest('.dialogue');
  dialogue.querySelector('h2').after(refusal);
  // The error takes the focus before the dialogue.
  dialogue.autofocus = dialogue.querySelector('[autofocus]') === null;
  dialogue.showPopover();
})();
