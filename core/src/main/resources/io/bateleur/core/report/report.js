
'use strict';
(() => {
  const body = document.body;
  addEventListener('error', event => { body.dataset.error = event.message; });

  // An element lights every element of its violation that answers (data-on) to a name it calls (data-call).
  const words = text => (text || '').split(' ').filter(Boolean);
  let pinned = null;

  const light = caller => {
    for (const lit of document.querySelectorAll('.lit')) lit.classList.remove('lit');
    for (const busy of document.querySelectorAll('.busy')) busy.classList.remove('busy');
    const scene = caller && caller.closest('.violation');
    const called = new Set(words(caller && caller.dataset.call));
    if (!scene || called.size === 0) return;
    scene.classList.add('busy');
    for (const other of scene.querySelectorAll('[data-on]')) {
      if (words(other.dataset.on).some(name => called.has(name))) other.classList.add('lit');
    }
  };

  const callerOf = event => event.target.closest('[data-call]');

  const go = caller => {
    pinned = pinned === caller ? null : caller;
    light(pinned || caller);
    const target = caller.dataset.go && document.getElementById(caller.dataset.go);
    if (!target) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    target.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'center' });
    target.classList.remove('reached');
    void target.getBoundingClientRect(); // so that the same target may blink again
    target.classList.add('reached');
  };

  document.addEventListener('mouseover', event => light(callerOf(event) || pinned));
  document.addEventListener('focusin', event => light(callerOf(event) || pinned));
  document.addEventListener('click', event => {
    const caller = callerOf(event);
    if (caller) go(caller);
    else if (!event.target.closest('summary, a')) { pinned = null; light(null); }
  });
  document.addEventListener('keydown', event => {
    const caller = callerOf(event);
    if (event.key === 'Escape') { pinned = null; light(null); }
    if (caller && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); go(caller); }
  });

  // A link to a folded violation unfolds it.
  const unfold = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (target && target.tagName === 'DETAILS') target.open = true;
  };
  addEventListener('hashchange', unfold);
  unfold();

  body.dataset.ready = 'true';
})();
