import { isObject, type JsonObject } from '../../src/shared/json/json.ts';
import { fieldNames, vocabulary } from '../generate/vocabulary.ts';

interface Context {
  readonly report: (problem: { readonly message: string; readonly location?: unknown }) => void;
  readonly location: { readonly child: (path: string | readonly string[]) => unknown };
}

/** Every operation carries `x-diglot` with all its fields, each with a value that the gateway knows, and no others. */
const factsComplete = () => ({
  Operation: {
    enter(operation: JsonObject, { report, location }: Context) {
      const facts = operation['x-diglot'];
      if (!isObject(facts)) {
        report({ message: 'An operation must carry x-diglot.', location: location.child([]) });
        return;
      }
      for (const name of fieldNames) {
        const allowed: readonly unknown[] = vocabulary[name].values;
        if (allowed.includes(facts[name])) continue;
        const message = `x-diglot.${name} must be one of ${allowed.join(', ')}. ${vocabulary[name].meaning}`;
        report({ message, location: location.child(['x-diglot', name]) });
      }
      for (const name of Object.keys(facts).filter((key) => !(key in vocabulary))) {
        report({ message: `x-diglot has no field ${name}.`, location: location.child(['x-diglot', name]) });
      }
    },
  },
});

/** A closed `enum` on a model or a version: vendors extend these lists, so a newer SDK would be refused. */
const openNames = () => ({
  Schema: {
    enter(schema: JsonObject, { report, location }: Context) {
      const properties = isObject(schema['properties']) ? schema['properties'] : {};
      for (const name of ['model', 'version', 'service_tier']) {
        const property = properties[name];
        if (!isObject(property) || !('enum' in property)) continue;
        const message = `${name} must stay open: use x-extensible-enum in place of enum.`;
        report({ message, location: location.child(['properties', name, 'enum']) });
      }
    },
  },
});

/** Vendors add fields; a closed object would refuse the request of a newer SDK. */
const openObjects = () => ({
  Schema: {
    enter(schema: JsonObject, { report, location }: Context) {
      for (const name of ['additionalProperties', 'unevaluatedProperties']) {
        if (schema[name] !== false) continue;
        report({ message: 'Objects stay open to fields that vendors add later.', location: location.child([name]) });
      }
    },
  },
});

/** Error messages describe a pattern in words, because readers do not want a regular expression there. */
const patternsInWords = () => ({
  Schema: {
    enter(schema: JsonObject, { report, location }: Context) {
      if (typeof schema['pattern'] !== 'string' || typeof schema['x-diglot-must-be'] === 'string') return;
      const message =
        'Say next to a pattern what fits it: x-diglot-must-be, the end of "… must be …", with an example.';
      report({ message, location: location.child(['pattern']) });
    },
  },
});

/** Rules of this project for its OpenAPI documents; `redocly.yaml` switches them on. */
export default function diglotPlugin() {
  const oas3 = {
    'facts-complete': factsComplete,
    'open-names': openNames,
    'open-objects': openObjects,
    'patterns-in-words': patternsInWords,
  };
  return { id: 'diglot', rules: { oas3 } };
}
