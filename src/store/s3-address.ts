import { StoreError } from './store-error.ts';

/** A bucket and where it is. */
export interface S3Address {
  readonly bucket: string;
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
}

/**
 * Reads `s3://bucket?endpoint=https://…&region=…`. Without an endpoint it is the vendor's own for the region.
 *
 * @throws {StoreError} one line for people
 */
export function readS3Address(address: string): S3Address {
  const [, bucket, query = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(?:\?(.*))?$/.exec(address) ?? [];
  if (bucket === undefined) throw new StoreError(`storage.drive must be s3://bucket?endpoint=…&region=…: ${address}`);
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (unknown !== undefined) throw new StoreError(`storage.drive has an unknown parameter: ${unknown}`);
  const region = parameters.get('region') ?? 'us-east-1';
  const endpoint = parameters.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\/[^/?#]+\/?$/.test(endpoint))
    throw new StoreError(`storage.drive has an endpoint that is no http or https address: ${endpoint}`);
  return { bucket, endpoint: endpoint.replace(/\/$/, ''), region };
}
