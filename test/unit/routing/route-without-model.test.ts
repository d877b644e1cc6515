import { describe, expect, it } from 'vitest';
import { plainPlan } from '../../fakes/make-config.ts';
import { ask, callerWith, makeModel, makeProduct, makeProvider, sent, setUpRouting } from './set-up-routing.ts';

const voices = { family: 'audio', product: 'required' } as const;
const files = { family: 'files', product: 'default', billed: false } as const;
const providers = [
  { ...makeProvider('text', 'a', 'http://text'), operations: ['chat', 'files'] },
  makeProvider('first', 'a', 'http://first'),
  makeProvider('second', 'a', 'http://second'),
  makeProvider('anthropic-like', 'b', 'http://b'),
];
const { route } = setUpRouting({
  providers,
  models: [makeModel('tts', ['second'], { product: 'voice' })],
  products: [makeProduct('voice'), makeProduct('plain'), { ...makeProduct('unpriced'), prices: [] }],
});

describe('a call without a model', () => {
  it('goes to the provider where a model of the Product lives', () => {
    expect(route(ask(null, { operation: voices, ...sent('voice') }))).toMatchObject({
      provider: { id: 'second' },
      product: { sku: 'voice' },
      region: 'global',
      requestedModel: '-',
      upstreamModel: '-',
      model: { id: '-', product: 'voice' },
    });
  });

  it('goes to the first provider of the spec that serves the family, when the Product has no home', () => {
    expect(route(ask(null, { operation: voices, ...sent(null, 'plain') })).provider.id).toBe('first');
    expect(route(ask(null, { operation: files })).provider.id).toBe('text');
    expect(route(ask(null, { operation: files, spec: 'b' })).provider.id).toBe('anthropic-like');
  });

  it('asks wires of text, and operations of all else', () => {
    const { route: byWire } = setUpRouting({
      providers: [
        { ...makeProvider('chats', 'a', 'http://chats'), wires: ['chat-completions'], operations: ['files'] },
        { ...makeProvider('responds', 'a', 'http://responds'), wires: ['responses'] },
      ],
    });
    const free = { product: 'default', billed: false } as const;
    const providerFor = (family: string, wire: string): string =>
      byWire(ask(null, { operation: { ...free, family, wire } })).provider.id;
    expect(providerFor('chat', 'chat-completions')).toBe('chats');
    expect(providerFor('responses', 'responses')).toBe('responds');
    expect(providerFor('files', 'none')).toBe('chats');
    expect(providerFor('embeddings', 'embeddings')).toBe('responds');
    expect(() => providerFor('messages', 'messages')).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('goes to the provider that keeps the object, when that is known', () => {
    const request = ask(null, { operation: voices, ...sent('voice'), providerId: 'first' });
    expect(route(request).provider.id).toBe('first');
    expect(() => route({ ...request, providerId: 'text' })).toThrow(expect.objectContaining({ status: 404 }));
    expect(() => route({ ...request, providerId: 'gone' })).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('must name a Product that exists and has a price, unless the operation is not billed', () => {
    const required = expect.objectContaining({ status: 400, code: 'product_required' });
    expect(() => route(ask(null, { operation: voices }))).toThrow(required);
    expect(() => route(ask(null))).toThrow(required);
    expect(() => route(ask(null, { operation: voices, ...sent('none') }))).toThrow(/no Product none/);
    expect(() => route(ask(null, { operation: voices, ...sent('unpriced') }))).toThrow(/has no price in force/);
    expect(route(ask(null, { operation: files })).product).toMatchObject({ sku: 'unbilled', free: true });
  });

  it('must name a Product that the key may use on a voice route where nothing is charged, and is not billed to it', () => {
    const unbilledVoices = { ...voices, billed: false };
    expect(() => route(ask(null, { operation: unbilledVoices }))).toThrow(expect.objectContaining({ status: 400 }));
    expect(route(ask(null, { operation: unbilledVoices, ...sent('plain') })).product.sku).toBe('unbilled');
  });

  it('must name a Product of the plan, also where nothing is charged', () => {
    const plans = [{ ...plainPlan, id: 'chat', name: 'Chat', products: ['plain'] }];
    const planned = setUpRouting({ providers, plans, products: [makeProduct('voice'), makeProduct('plain')] });
    const caller = { ...callerWith(), planId: 'chat' };
    for (const operation of [voices, { ...voices, billed: false }]) {
      expect(() => planned.route(ask(null, { operation, caller, ...sent('voice') }))).toThrow(
        expect.objectContaining({
          status: 403,
          code: 'out_of_scope',
          message: 'Product voice is not part of plan Chat. Name another Product, or ask for another plan.',
        }),
      );
      expect(planned.route(ask(null, { operation, caller, ...sent('plain') })).provider.id).toBe('first');
    }
  });

  it('stays inside the region and the scope of the key', () => {
    const request = ask(null, { operation: voices, ...sent('voice') });
    expect(route({ ...request, regionCode: 'eu' })).toMatchObject({ region: 'eu', provider: { id: 'first' } });
    expect(() => route({ ...request, regionCode: 'us' })).toThrow(/^No provider serves audio in region us/);
    expect(() => route({ ...request, regionCode: 'mars' })).toThrow(expect.objectContaining({ status: 400 }));
    for (const scope of [{ operations: ['chat'] }, { products: ['plain'] }, { regions: ['eu'] }]) {
      expect(() => route({ ...request, caller: callerWith(scope) })).toThrow(expect.objectContaining({ status: 403 }));
    }
  });
});
