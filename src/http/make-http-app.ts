import express, { type Express } from 'express';

/**
 * An Express application without what it does of its own accord: no banner, no entity tags, no parsing of nested queries, and
 * no stack of an error on a page, whatever NODE_ENV says.
 */
export function makeHttpApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('env', 'production');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  return app;
}
