import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './front.css';
import type { KeyList, ModelList, PlanList, Session, Workspace } from '../../../generated/console/types.ts';
import { moreClients, quickStart, type Client, type SnippetValues } from '../snippets/snippets.ts';
import { copyText } from '../values/copy-text.ts';
import { usableModel } from '../values/usable-model.ts';

/** The front door: what this address is, and how a client is connected to it. It needs no session, and asks for nothing but who is signed in. */

let values: SnippetValues = { origin: location.origin, secret: null, model: 'demo' };
const clients = [...quickStart, ...moreClients];

const find = (id: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`#${id}`);
  if (!element) throw new Error(`The page has no ${id}.`);
  return element;
};

const make = (tag: string, text: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement => {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** The client that the address names, as in `/connect/codex`. */
const named = (): Client | undefined => clients.find(({ id }) => location.pathname === `/connect/${id}`);

function copyButton(text: () => string, what: string): HTMLElement {
  const button = make('button', 'Copy', { type: 'button', 'data-copy': '', 'aria-label': `Copy ${what}` });
  button.addEventListener('click', () => {
    void copyText(text()).then((done) => {
      button.textContent = done ? 'Copied' : 'Copy';
      setTimeout(() => (button.textContent = 'Copy'), 2_000);
    });
  });
  return button;
}

function show(client: Client): void {
  for (const tab of document.querySelectorAll('[role="tab"]')) {
    const isShown = tab.id === `tab-${client.id}`;
    tab.setAttribute('aria-selected', String(isShown));
    tab.setAttribute('tabindex', isShown ? '0' : '-1');
  }
  const panel = find('panel');
  panel.setAttribute('aria-labelledby', `tab-${client.id}`);
  panel.replaceChildren(
    ...client.pieces(values).map(({ title, code }) => {
      const block = make('div', '', { class: 'code' });
      const head = make('div', '');
      head.append(
        make('span', title),
        copyButton(() => code, title),
      );
      const text = make('pre', code, { tabindex: '0', 'aria-label': title });
      block.append(head, text);
      return block;
    }),
  );
}

/** Tabs as the ARIA practices describe them: one is in the order of the Tab key, arrows go to the next. */
function makeTabs(shown: Client): void {
  const tabs = find('tabs');
  const offered = quickStart.includes(shown) ? quickStart : [...quickStart, shown];
  const buttons = offered.map((client) => {
    const tab = make('button', client.name, {
      type: 'button',
      role: 'tab',
      id: `tab-${client.id}`,
      'aria-controls': 'panel',
    });
    tab.addEventListener('click', () => show(client));
    return tab;
  });
  tabs.append(...buttons);
  tabs.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (step === undefined || at < 0) return;
    const next = buttons[(at + step + buttons.length) % buttons.length];
    next?.focus();
    next?.click();
  });
  show(shown);
}

/** What an operation of the control API answers; null: nothing that helps here. */
async function ask<Answer>(path: string): Promise<Answer | null> {
  const answer = await fetch(`/console/api${path}`, { headers: { accept: 'application/json' } }).catch(() => null);
  return answer?.ok === true ? ((await answer.json()) as Answer) : null;
}

/** A person who is signed in is led to the console, and sees the newest key of their first workspace. */
async function greet(): Promise<void> {
  const session = await ask<Session>('/session');
  if (session === null) return;
  find('console-link').textContent = 'Console';
  const workspace = session.memberships[0]?.workspace_id;
  void nameModel(workspace);
  if (workspace === undefined) return;
  const keys = await ask<KeyList>(`/keys?state=active&limit=1&workspace_id=${encodeURIComponent(workspace)}`);
  const key = keys?.data[0];
  if (key) find('key-note').append(` Your newest key is ${key.name}, ${key.display}.`);
}

/** Names a model that this gateway serves in the examples, where the person may know which there are. */
async function nameModel(workspaceId: string | undefined): Promise<void> {
  const [models, plans, workspace] = await Promise.all([
    ask<ModelList>('/models'),
    ask<PlanList>('/plans'),
    workspaceId === undefined ? null : ask<Workspace>(`/workspaces/${encodeURIComponent(workspaceId)}`),
  ]);
  const plan = plans?.data.find(({ id }) => id === workspace?.plan_id);
  const model = usableModel(models?.data ?? [], { plan });
  if (model === undefined) return;
  values = { ...values, model };
  const shown = document.querySelector('[role="tab"][aria-selected="true"]')?.id;
  const present = clients.find(({ id }) => `tab-${id}` === shown);
  if (present) show(present);
}

find('openai').textContent = `${location.origin}/v1`;
find('anthropic').textContent = location.origin;
for (const button of document.querySelectorAll<HTMLElement>('button[data-copy]')) {
  const { copy: id = '', what = '' } = button.dataset;
  button.replaceWith(copyButton(() => find(id).textContent, what));
}
find('clients').append(
  ...clients.map(({ id, name }) => {
    const entry = document.createElement('li');
    entry.append(make('a', name, { href: `/connect/${id}` }));
    return entry;
  }),
);
const client = named();
if (client) {
  document.title = `${client.name} · Diglot`;
  find('start').textContent = `Connect ${client.name}`;
}
const [usual] = quickStart;
if (client ?? usual) makeTabs((client ?? usual) as Client);
void greet();
