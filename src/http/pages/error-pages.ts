import { errorCodes, type ErrorCode, type Explanation } from '../../errors/codes.ts';
import { isUpstreamCode, upstreamCodes } from '../../errors/upstream-codes.ts';
import { escaped, htmlPage } from './docs-pages.ts';

const isGatewayCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

/** Every code with its explanations. If the gateway and upstreams share a code, the gateway's explanation comes first. */
const known: ReadonlyMap<string, readonly Explanation[]> = new Map(
  [...Object.keys(errorCodes), ...Object.keys(upstreamCodes)].map((code) => [
    code,
    [...(isGatewayCode(code) ? [errorCodes[code]] : []), ...(isUpstreamCode(code) ? [upstreamCodes[code]] : [])],
  ]),
);

type Fact = 'title' | 'status' | 'openai' | 'anthropic' | 'again';

/** The properties of a code. Those of an upstream's error come from the upstream. */
function factsOf(code: string): Readonly<Record<Fact, string>> {
  if (!isGatewayCode(code)) {
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

/** Escapes text, and marks text between backticks as code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The page at a problem's `type` (RFC 9457, section 3.1.1); null for an unknown code. */
export function errorPage(code: string): string | null {
  const words = known.get(code);
  if (words === undefined) return null;
  const { title, status, openai, anthropic, again } = factsOf(code);
  const [first, second] = words;
  const rows = [
    ['HTTP status', status],
    ['<code>error.type</code> on Spec A', openai],
    ['<code>error.type</code> on Spec B', anthropic],
    ['Can a retry help?', again],
  ];
  return htmlPage(
    `${title} (${code})`,
    `<h1>${escaped(title)}</h1><p class="lead"><code>${code}</code></p>
<section><h2>What it means</h2><p>${prose(first?.means ?? '')}</p></section>
<section><h2>What to do</h2><p>${prose(first?.remedy ?? '')}</p></section>
${second ? `<section><h2>As the code of an upstream’s error</h2><p>${prose(`${second.means} ${second.remedy}`)}</p></section>\n` : ''}<table>${rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join('')}</table>
<p class="links"><a href="/errors">All errors</a><a href="/docs">API reference</a></p>`,
  );
}

/** Every code with its meaning. */
export const errorIndex = (): string =>
  htmlPage(
    'Diglot errors',
    `<h1>Errors</h1><p class="lead">The <code>code</code> of an error of Spec A and of the control API. Errors of Spec B have a type only. An upstream’s error also has one of these codes, chosen from the upstream’s answer.</p>
<ul>${[...known]
      .map(
        ([code, [words]]) =>
          `<li><h2><a href="/errors/${code}"><code>${code}</code></a></h2><p>${prose(words?.means ?? '')}</p></li>`,
      )
      .join('')}</ul>`,
  );
