import { errorCodes, type ErrorCode } from '../errors/codes.ts';
import { explanations } from '../errors/explanations.ts';
import { escaped, htmlPage } from './html-page.ts';

type KnownCode = keyof typeof explanations;

const isKnown = (code: string): code is KnownCode => Object.hasOwn(explanations, code);
const isOurs = (code: KnownCode): code is ErrorCode => code in errorCodes;

/** What the table says of a code; an upstream's error has what the upstream gave it. */
function factsOf(code: KnownCode): Readonly<Record<'title' | 'status' | 'openai' | 'anthropic' | 'again', string>> {
  if (!isOurs(code)) {
    const its = 'as the upstream’s status';
    return {
      title: 'Upstream error',
      status: 'the upstream’s',
      openai: its,
      anthropic: its,
      again: 'as the upstream says',
    };
  }
  const { title, status, openai, anthropic, retry } = errorCodes[code];
  return { title, status: String(status), openai, anthropic, again: retry ? 'yes' : 'no' };
}

/** Text with what stands between backticks as code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The page that a problem's `type` (RFC 9457, section 3.1.1) points to; null for a code that does not exist. */
export function errorPage(code: string): string | null {
  if (!isKnown(code)) return null;
  const { title, status, openai, anthropic, again } = factsOf(code);
  const { means, remedy } = explanations[code];
  const rows = [
    ['HTTP status', status],
    ['<code>error.type</code> on Spec A', openai],
    ['<code>error.type</code> on Spec B', anthropic],
    ['Can sending it again help?', again],
  ];
  return htmlPage(
    `${title} (${code})`,
    `<h1>${escaped(title)}</h1><p class="lead"><code>${code}</code></p>
<section><h2>What it means</h2><p>${prose(means)}</p></section>
<section><h2>What to do</h2><p>${prose(remedy)}</p></section>
<table>${rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join('')}</table>
<p class="links"><a href="/errors">All errors</a><a href="/docs">API reference</a></p>`,
  );
}

/** Every code with what it means. */
export const errorIndex = (): string =>
  htmlPage(
    'Diglot errors',
    `<h1>Errors</h1><p class="lead">The <code>code</code> of an error of Spec A and of the control API; Spec B tells the type alone.</p>
<ul>${(Object.keys(explanations) as readonly KnownCode[])
      .map(
        (code) =>
          `<li><h2><a href="/errors/${code}"><code>${code}</code></a></h2><p>${prose(explanations[code].means)}</p></li>`,
      )
      .join('')}</ul>`,
  );
