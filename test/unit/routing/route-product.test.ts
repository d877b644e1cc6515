import { describe, expect, it } from 'vitest';
import { ask, callerWith, makeModel, makeProduct, sent, setUpRouting } from './set-up-routing.ts';

const { route } = setUpRouting({
  models: [makeModel('m', ['one']), makeModel('other', ['one'], { product: 'second' }), makeModel('p-*', ['one'])],
  products: [
    makeProduct('test'),
    makeProduct('second'),
    makeProduct('batch', ['m', 'p-1*']),
    makeProduct('family', ['p-*']),
    makeProduct('all', ['*']),
  ],
});
const optional = { family: 'chat', product: 'default' } as const;
const byModel = { family: 'audio', product: 'model' } as const;
const required = { family: 'audio', product: 'required' } as const;

describe('the Product of a call', () => {
  it.each([
    { what: 'the model says when none is sent', operation: optional, sku: 'test' },
    { what: 'the header says', operation: optional, header: 'batch', sku: 'batch' },
    { what: 'the query says', operation: optional, query: 'batch', sku: 'batch' },
    { what: 'the header says, against the query', operation: optional, header: 'batch', query: 'all', sku: 'batch' },
    { what: 'the query says, when the header is empty', operation: optional, header: '', query: 'all', sku: 'all' },
    { what: 'the model says when both are empty', operation: optional, header: '', query: '', sku: 'test' },
    { what: 'the model says on speech, against the header', operation: byModel, header: 'batch', sku: 'test' },
    { what: 'the model says on speech, whatever is sent', operation: byModel, header: 'no', query: 'no', sku: 'test' },
    { what: 'the header says on other voice routes', operation: required, header: 'all', sku: 'all' },
    { what: 'the query says on other voice routes', operation: required, query: 'all', sku: 'all' },
  ])('is what $what', ({ operation, header = null, query = null, sku }) => {
    expect(route(ask('m', { operation, ...sent(header, query) })).product.sku).toBe(sku);
  });

  it.each([
    [null, null],
    ['', ''],
  ])('must be sent on other voice routes: header %j and query %j are 400 with both ways', (header, query) => {
    const call = () => route(ask('m', { operation: required, ...sent(header, query) }));
    expect(call).toThrow(expect.objectContaining({ status: 400, code: 'product_required' }));
    expect(call).toThrow(/header `X-Product-Sku: <sku>`.*query as `\?product_sku=<sku>`/);
  });

  it('must exist: 404 with the nearest one in scope, pointing at where it was sent', () => {
    expect(() => route(ask('m', sent('bacth')))).toThrow(
      expect.objectContaining({
        status: 404,
        code: 'product_not_found',
        param: 'X-Product-Sku',
        message: expect.stringContaining('There is no Product bacth. Did you mean batch?'),
      }),
    );
    expect(() => route(ask('m', sent(null, 'bacth')))).toThrow(expect.objectContaining({ param: 'product_sku' }));
    const caller = callerWith({ products: ['test'] });
    expect(() => route(ask('m', { ...sent('bacth'), caller }))).not.toThrow(/Did you mean/);
  });

  it('must be open to the key, also when the model chose it', () => {
    const caller = callerWith({ products: ['second'] });
    const denied = expect.objectContaining({ status: 403, code: 'out_of_scope' });
    expect(() => route(ask('m', { ...sent('batch'), caller }))).toThrow(denied);
    expect(() => route(ask('m', { caller }))).toThrow(denied);
    expect(() => route(ask('m', { caller, operation: byModel }))).toThrow(denied);
    expect(route(ask('other', { caller })).product.sku).toBe('second');
  });

  it.each([optional, required])('must contain the model: 400 that names one, where it is $product', (operation) => {
    expect(() => route(ask('m', { operation, ...sent('second') }))).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'invalid_value',
        param: 'X-Product-Sku',
        message:
          "The Product second does not contain the model m. Name the model's own (test), or another one that contains the model.",
      }),
    );
    expect(() => route(ask('m', sent(null, 'family')))).toThrow(expect.objectContaining({ param: 'product_sku' }));
  });

  it.each([
    ['p-1', 'batch'],
    ['p-12', 'batch'],
    ['p-2', 'family'],
    ['p-2', 'all'],
    ['p-2', 'test'],
  ])('contains %s by name, prefix or as its own: %s', (name, sku) => {
    expect(route(ask(name, sent(sku))).product.sku).toBe(sku);
  });

  it('does not contain a name behind a pattern of which it lists another name', () => {
    expect(() => route(ask('p-2', sent('batch')))).toThrow(expect.objectContaining({ status: 400 }));
  });
});
