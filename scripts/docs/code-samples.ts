import { resolve } from '../generate/follow-reference.ts';
import { objectOf, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';

/** A request as a sample shows it. */
interface Sample {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON body, if there is one. */
  readonly body?: unknown;
  /** Fields of a form, by name: a file's value begins with `@`. */
  readonly form?: Readonly<Record<string, string>>;
}

const origin = 'http://127.0.0.1:8585';

/** The variable that holds the secret, by the name of the document; the shell and both languages read it from the environment. */
const variables: Readonly<Record<string, string>> = { console: 'DIGLOT_ADMIN_KEY' };
const usualVariable = 'DIGLOT_API_KEY';
const secret = '{secret}';

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** A value of an example, as written in a path or a form. */
const textOf = (value: Json | undefined, otherwise: string): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;

/** The value that a document gives as an example; undefined if it gives none. */
function exampleOf(document: JsonObject, holder: JsonObject): Json | undefined {
  if ('example' in holder) return holder['example'];
  const [first] = Object.values(objectOf(holder['examples']));
  if (first !== undefined) return resolve(document, first)['value'];
  const schema = resolve(document, holder['schema']);
  return schema['example'] ?? listOf(schema['examples'])[0] ?? schema['const'];
}

function sampleOf(document: JsonObject, path: string, method: string): Sample {
  const item = objectOf(objectOf(document['paths'])[path]);
  const operation = objectOf(item[method]);
  const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])].map((each) =>
    resolve(document, each),
  );
  const required = (place: string) =>
    parameters.filter((parameter) => parameter['in'] === place && (place === 'path' || parameter['required'] === true));
  const named = (place: string) =>
    required(place).map((parameter) => {
      const name = stringOf(parameter['name']) ?? '';
      return [name, textOf(exampleOf(document, parameter), name.toUpperCase())] as const;
    });
  const filled = named('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path);
  const query = new URLSearchParams(named('query').map(([name, value]) => [name, value])).toString();
  const [server] = listOf(document['servers']).map(objectOf);
  const base = (stringOf(server?.['url']) ?? '').replace(/\/$/, '');
  const content = objectOf(resolve(document, operation['requestBody'])['content']);
  const isPublic = Array.isArray(operation['security']) && operation['security'].length === 0;
  return {
    method: method.toUpperCase(),
    url: `${origin}${base}${filled}${query === '' ? '' : `?${query}`}`,
    headers: { ...(!isPublic && { Authorization: `Bearer ${secret}` }), ...Object.fromEntries(named('header')) },
    ...bodyOf(document, content),
  };
}

function bodyOf(document: JsonObject, content: JsonObject): Pick<Sample, 'body' | 'form'> {
  if ('application/json' in content) return { body: exampleOf(document, objectOf(content['application/json'])) ?? {} };
  if (!('multipart/form-data' in content)) return {};
  const schema = resolve(document, objectOf(content['multipart/form-data'])['schema']);
  const properties = objectOf(schema['properties']);
  const fields = listOf(schema['required']).map((each) => {
    const name = textOf(each, '');
    const property = resolve(document, properties[name]);
    const isFile = property['format'] === 'binary' || property['type'] === undefined;
    const [first] = [...listOf(property['enum']), ...listOf(property['x-extensible-enum'])];
    const value = exampleOf(document, { schema: property }) ?? first;
    return [name, isFile ? `@${name}.bin` : textOf(value, name.toUpperCase())] as const;
  });
  return { form: Object.fromEntries(fields) };
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

function curl({ method, url, headers, body, form }: Sample, variable: string): string {
  const lines = [
    `curl ${method === 'GET' || ((body !== undefined || form) && method === 'POST') ? '' : `-X ${method} `}'${url}'`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value.replace(secret, `$${variable}`)}"`),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F '${name}=${value}'`),
  ];
  return lines.join(' \\\n  ');
}

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** JSON as Python writes it. Words inside strings stay, because a value ends its line. */
const pythonValue = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(
    /(?<=^\s*(?:"(?:[^"\\]|\\.)*": )?)(?:true|false|null)(?=,?$)/gm,
    (word) => pythonWords[word] ?? word,
  );

function python({ method, url, headers, body, form }: Sample, variable: string): string {
  const files = Object.entries(form ?? {}).filter(([, value]) => value.startsWith('@'));
  const fields = Object.entries(form ?? {}).filter(([, value]) => !value.startsWith('@'));
  const written = Object.entries(headers).map(([name, value]) =>
    value.includes(secret)
      ? `"${name}": f"${value.replace(secret, `{os.environ['${variable}']}`)}"`
      : `"${name}": "${value}"`,
  );
  const parts = [
    `    "${url}",`,
    ...(written.length > 0 ? [`    headers={${written.join(', ')}},`] : []),
    ...(body === undefined ? [] : [`    json=${indented(pythonValue(body), '    ')},`]),
    ...(fields.length > 0 ? [`    data=${JSON.stringify(Object.fromEntries(fields))},`] : []),
    ...(files.length > 0
      ? [`    files={${files.map(([name, value]) => `"${name}": open("${value.slice(1)}", "rb")`).join(', ')}},`]
      : []),
  ];
  const imports = written.some((header) => header.includes('os.environ'))
    ? 'import os\nimport requests'
    : 'import requests';
  return `${imports}\n\nresponse = requests.${method.toLowerCase()}(\n${parts.join('\n')}\n)\nprint(response.text)`;
}

function typescript({ method, url, headers, body, form }: Sample, variable: string): string {
  const environment = ['process', 'env'].join('.');
  const written = Object.entries(headers).map(([name, value]) =>
    value.includes(secret)
      ? `    ${name}: \`${value.replace(secret, `\${${environment}.${variable}}`)}\`,`
      : `    '${name}': '${value}',`,
  );
  if (body !== undefined) written.push("    'Content-Type': 'application/json',");
  const made = Object.entries(form ?? {}).map(([name, value]) =>
    value.startsWith('@')
      ? `form.append('${name}', new Blob([await readFile('${value.slice(1)}')]), '${value.slice(1)}');`
      : `form.append('${name}', '${value}');`,
  );
  const head = form
    ? `import { readFile } from 'node:fs/promises';\n\nconst form = new FormData();\n${made.join('\n')}\n`
    : '';
  const lines = [
    `  method: '${method}',`,
    ...(written.length > 0 ? ['  headers: {', ...written, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`]),
    ...(form ? ['  body: form,'] : []),
  ];
  return `${head}const response = await fetch('${url}', {\n${lines.join('\n')}\n});\nconsole.log(await response.text());`;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The document with samples of every operation's request in curl, Python and TypeScript, for the pages of the reference.
 *
 * @param name of the document, which determines the name of its secret
 */
export function withCodeSamples(document: JsonObject, name: string): JsonObject {
  const variable = variables[name] ?? usualVariable;
  const paths = Object.entries(objectOf(document['paths'])).map(([path, item]) => {
    const operations = Object.entries(objectOf(item)).map(([method, operation]) => {
      if (!methods.includes(method)) return [method, operation] as const;
      const sample = sampleOf(document, path, method);
      const samples = [
        { lang: 'Shell', label: 'curl', source: curl(sample, variable) },
        { lang: 'Python', label: 'Python', source: python(sample, variable) },
        { lang: 'TypeScript', label: 'TypeScript', source: typescript(sample, variable) },
      ];
      return [method, { ...objectOf(operation), 'x-codeSamples': samples }] as const;
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
