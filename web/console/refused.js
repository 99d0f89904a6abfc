// A dialogue whose form was refused opens again, with what was typed in it and why it would not do.
(() => {
  const refusal = document.querySelector('[data-refused]');
  if (!refusal) return;
  const given = JSON.parse(refusal.dataset.refused);
  const isSent = (form) =>
    new URL(form.action).pathname === location.pathname &&
    [...form.querySelectorAll('input[type=hidden]')].every(
      // What tells one try from the next is new with each page.
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
  // Why it would not do comes before the dialogue as a whole.
  dialogue.autofocus = dialogue.querySelector('[autofocus]') === null;
  dialogue.showPopover();
})();
