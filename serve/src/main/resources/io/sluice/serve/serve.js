'use strict';
(async () => {
  const pause = 200; // milliseconds between two looks at how far the work has come
  const at = id => document.getElementById(id);
  const frame = at('report');
  const compared = []; // policies with their shares and names
  let about;

  function option(select, value, text) {
    const one = select.appendChild(document.createElement('option'));
    one.value = value;
    one.textContent = text;
  }

  function showFields() {
    at('action-field').hidden = at('policy').value !== 'always';
    at('prefix-field').hidden = at('policy').value !== 'columns';
    at('file-field').hidden = at('policy').value !== 'file';
    at('share-name').textContent = Math.round(100 * at('share').value) + '%';
  }

  function boxes() {
    return Array.from(at('intervals').querySelectorAll('input'));
  }

  function fill() {
    const columns = about.features.length > 0;
    const count = (n, what) => n.toLocaleString('en-US') + ' ' + what;
    at('lead').textContent = [count(about.episodes, 'episodes'), count(about.horizon, 'steps'),
      columns ? count(about.features.length, 'features') : count(about.states, 'states'),
      count(about.actions.length, 'actions')].join(', ') + (columns ? '.' : ', counted once.');
    document.querySelectorAll('.of-tables').forEach(field => { field.hidden = columns; });
    if (about.given !== null) {
      option(at('policy'), 'given', 'as given: ' + about.given);
    }
    option(at('policy'), 'uniform', 'chance, every action alike');
    option(at('policy'), 'always', 'one action, always');
    if (columns) {
      option(at('policy'), 'columns', 'probabilities in columns of the log');
    } else {
      option(at('policy'), 'file', 'a table from a file');
    }
    option(at('policy'), 'behavior', 'the logged policy itself');
    about.actions.forEach(action => option(at('action'), action, action));
    about.intervals.forEach(name => {
      option(at('first'), name, name);
      const label = at('intervals').appendChild(document.createElement('label'));
      const box = label.appendChild(document.createElement('input'));
      box.type = 'checkbox';
      box.value = name;
      label.append(' ' + name);
      label.title = about.forSteps.includes(name) ? 'for every step and the whole' : 'for the whole, from all episodes';
    });
    const asked = about.asked;
    at('policy').value = asked.policy.kind === 'file' ? 'uniform' : asked.policy.kind;
    if (about.actions.includes(asked.policy.action)) {
      at('action').value = asked.policy.action;
    }
    at('prefix').value = asked.policy.prefix === undefined ? '' : asked.policy.prefix;
    at('first').value = asked.intervals[0];
    boxes().forEach(box => { box.checked = asked.intervals.includes(box.value); });
    for (const name of ['share', 'delta', 'model', 'bonus', 'bonusScale', 'shift', 'exogenous', 'variance', 'states']) {
      at(name).value = asked[name] === null ? '' : asked[name];
    }
    showFields();
  }

  async function chosen() {
    const policy = {kind: at('policy').value};
    if (policy.kind === 'always') {
      policy.action = at('action').value;
    } else if (policy.kind === 'columns') {
      policy.prefix = at('prefix').value;
    } else if (policy.kind === 'file') {
      const file = at('file').files[0];
      if (file === undefined) {
        throw new Error('policy: needs a file, got none');
      }
      policy.name = file.name;
      policy.content = await file.text();
    }
    return policy;
  }

  async function question(compared) {
    const policy = compared.length > 0 ? compared[0].policy : await chosen();
    const first = at('first').value;
    const others = boxes().filter(box => box.checked && box.value !== first).map(box => box.value);
    const number = id => at(id).value === '' ? null : Number(at(id).value);
    const words = id => at(id).value;
    return JSON.stringify({
      policy, share: number('share'), intervals: [first, ...others], delta: number('delta'), model: words('model'),
      bonus: words('bonus'), bonusScale: number('bonusScale'), states: number('states'), shift: words('shift'),
      exogenous: words('exogenous'), variance: words('variance'), compared,
    });
  }

  async function ask(address, body) {
    let reply;
    try {
      reply = await fetch(address, body === undefined ? {} :
        {method: 'POST', headers: {'X-Sluice-Token': about.token, 'Content-Type': 'application/json'}, body});
    } catch (gone) {
      throw new Error('server: needs sluice serve to be running, got no answer');
    }
    if (!reply.ok) {
      throw new Error((await reply.text()).trim());
    }
    return reply.json();
  }

  function say(status, error) {
    at('status').textContent = status;
    at('error').textContent = error;
    at('error').hidden = error === '';
  }

  function running(is) {
    const held = document.activeElement;
    at('cancel').disabled = !is;
    at('evaluate').disabled = is;
    at('compare').disabled = is || compared.length === 0;
    at('progress').hidden = !is;
    if (is && held === at('evaluate')) {
      at('cancel').focus();
    } else if (!is && held === at('cancel')) {
      at('evaluate').focus();
    }
  }

  function show(page) {
    if (page > 0) {
      frame.hidden = false;
      frame.setAttribute('aria-busy', 'true');
      frame.contentWindow.location.replace('/report?' + page);
    }
  }

  // The report is as high as it needs to be, so that there is one thing to scroll.
  frame.addEventListener('load', () => {
    const body = frame.contentDocument.body;
    frame.setAttribute('aria-busy', 'false');
    new ResizeObserver(() => { frame.style.height = Math.ceil(body.getBoundingClientRect().height) + 'px'; }).observe(body);
  });

  async function follow(work) {
    while (work.phase === 'running') {
      at('progress').max = work.total;
      at('progress').value = work.done;
      say(work.doing === '' ? 'beginning' : `${work.doing} (${work.done} of ${work.total})`, '');
      await new Promise(later => setTimeout(later, pause));
      work = await ask('/work');
    }
    if (work.phase === 'done') {
      show(work.page);
      say('done', '');
    } else if (work.phase === 'cancelled') {
      say(work.page > 0 ? 'cancelled; the report below is the one before' : 'cancelled', '');
    } else {
      say('', work.said);
    }
  }

  async function attempt(work) {
    running(true);
    say('', '');
    at('progress').removeAttribute('value');
    try {
      await work();
    } catch (problem) {
      say('', problem.message);
    }
    running(false);
  }

  at('form').addEventListener('input', showFields);
  at('form').addEventListener('change', showFields);
  function showCompared() {
    at('compared').replaceChildren();
    compared.forEach((one, place) => {
      const item = at('compared').appendChild(document.createElement('li'));
      item.append(one.name + ' ');
      const remove = item.appendChild(document.createElement('button'));
      remove.type = 'button';
      remove.textContent = 'Remove';
      remove.setAttribute('aria-label', 'Remove ' + one.name);
      remove.addEventListener('click', () => {
        compared.splice(place, 1);
        showCompared();
      });
    });
    at('compare').disabled = compared.length === 0 || !at('cancel').disabled;
  }

  at('add').addEventListener('click', async () => {
    try {
      const policy = await chosen();
      const share = Number(at('share').value);
      const what = policy.action ?? policy.prefix ?? policy.name ?? '';
      const name = `${policy.kind}${what === '' ? '' : ' ' + what}${share < 1 ? ', ' + Math.round(100 * share) + '%' : ''}`;
      compared.push({policy, share, name});
      say('', '');
      showCompared();
    } catch (problem) {
      say('', problem.message);
    }
  });

  function send(ofCompared) {
    attempt(async () => {
      const body = await question(ofCompared.map(({policy, share}) => ({policy, share})));
      if (new Blob([body]).size > about.longest) {
        throw new Error(`policy: needs a file of less than ${about.longest.toLocaleString('en-US')} bytes, got more`);
      }
      await follow(await ask('/evaluate', body));
    });
  }

  at('form').addEventListener('submit', event => {
    event.preventDefault();
    send([]);
  });
  at('compare').addEventListener('click', () => send(compared));
  at('cancel').addEventListener('click', async () => {
    try {
      await ask('/cancel', '');
    } catch (problem) {
      say('', problem.message);
    }
  });

  if (location.search !== '') {
    history.replaceState(null, '', '/'); // the token is kept elsewhere by now
  }
  await attempt(async () => {
    about = await ask('/about');
    fill();
    if (about.work.phase === 'running') {
      await follow(about.work);
    } else {
      show(about.work.page);
      say('', about.work.said);
    }
  });
})();
