import {
  arrayOf,
  isObject,
  objectOf,
  parseJson,
  stringOf,
  type Json,
  type JsonObject,
} from '../../shared/json/json.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Follows references within the document. An operation's own parameters and bodies nest less deeply than this. */
function resolved(document: JsonObject, value: Json | undefined, depth = 0): JsonObject {
  const found = objectOf(value);
  const reference = stringOf(found['$ref']);
  if (reference === null || depth > 8) return found;
  const target = reference
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((at, name) => objectOf(at)[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return resolved(document, target, depth + 1);
}

const oneLine = (text: Json | undefined): string => (stringOf(text) ?? '').trim().replaceAll(/\s+/g, ' ');

/** `string`, `string or null`, or nothing for a choice of schemas. */
const typeOf = ({ type }: JsonObject): string => (Array.isArray(type) ? type.join(' or ') : (stringOf(type) ?? ''));

interface Member {
  readonly name: string;
  readonly facts: readonly string[];
  readonly text: string;
}

const line = ({ name, facts, text }: Member): string => {
  const known = facts.filter((fact) => fact !== '').join(', ');
  return `- \`${name}\`${known && ` (${known})`}${text && `: ${text}`}\n`;
};

/** The members of a JSON body, one level deep. */
function bodyLines(document: JsonObject, operation: JsonObject): string {
  const content = objectOf(resolved(document, operation['requestBody'])['content']);
  return Object.entries(content)
    .map(([type, media]) => {
      const schema = resolved(document, objectOf(media)['schema']);
      const required = arrayOf(schema['required']);
      const members = Object.entries(objectOf(schema['properties'])).map(([name, value]) => {
        const member = resolved(document, value);
        const facts = [typeOf(member), required.includes(name) ? 'required' : ''];
        return line({ name, facts, text: oneLine(objectOf(value)['description'] ?? member['description']) });
      });
      return `\nBody, \`${type}\`:\n\n${members.join('') || `${oneLine(schema['description'])}\n`}`;
    })
    .join('');
}

function parameterLines(document: JsonObject, declared: readonly Json[]): string {
  if (declared.length === 0) return '';
  const lines = declared.map((each) => {
    const parameter = resolved(document, each);
    const facts = [stringOf(parameter['in']) ?? '', parameter['required'] === true ? 'required' : ''];
    return line({ name: stringOf(parameter['name']) ?? '', facts, text: oneLine(parameter['description']) });
  });
  return `\nParameters:\n\n${lines.join('')}`;
}

/** An OpenAPI document as Markdown, for people and programs that read text: each operation with its parameters and body. */
export function openApiMarkdown(text: string): string {
  const document = objectOf(parseJson(text));
  const info = objectOf(document['info']);
  const operations = Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = objectOf(item)[method];
      if (!isObject(operation)) return [];
      const declared = [...arrayOf(objectOf(item)['parameters']), ...arrayOf(operation['parameters'])];
      const parts = [parameterLines(document, declared), bodyLines(document, operation)];
      const head = `## ${oneLine(operation['summary'])}\n\n\`${method.toUpperCase()} ${path}\`\n`;
      return [`${head}\n${(stringOf(operation['description']) ?? '').trim()}\n${parts.join('')}`];
    }),
  );
  const head = `# ${oneLine(info['title'])}\n\n${(stringOf(info['description']) ?? '').trim()}\n`;
  return [head, ...operations].join('\n');
}
